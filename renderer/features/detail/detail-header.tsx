import { Ellipsis, FlaskConical, Pin, Play } from 'lucide-react';
import type { Ref } from 'react';
import { kindCategory } from '#shared/spec/catalogue.ts';
import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { readTry } from '#renderer/ui/attempt/try-mark.ts';
import { AnswerPill } from '#renderer/ui/answer-pill.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { KindCode } from '#renderer/ui/kind-code.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#renderer/ui/menu.tsx';
import { Pill } from '#renderer/ui/pill.tsx';
import { CopyButton } from './copy-button.tsx';
import type { CopyChoice } from './copy-choices.ts';
import styles from './detail.module.css';

export interface DetailHeaderProps {
  detail: DeliveryDetail;
  pinned: boolean;
  copies: readonly CopyChoice[];
  onCopy: (choice: CopyChoice) => void;
  onPin: () => void;
  onReplay: () => void;
  onEditReplay: () => void;
  /** The button of the menu, for the key that opens it. */
  menuRef: Ref<HTMLButtonElement>;
}

export function DetailHeader(props: DetailHeaderProps) {
  const { detail, pinned, copies, onCopy, onPin, onReplay, onEditReplay, menuRef } = props;
  return (
    <header className={styles.header}>
      <div className={styles.titleLine}>
        <KindCode category={kindCategory(detail.eventName)} />
        <h2 className={styles.title} title={detail.eventName ?? undefined}>
          {detail.eventName ?? (detail.unparsed ? 'unparsed' : 'no event_name')}
        </h2>
        <AnswerPill answer={detail.answer} />
        <Try detail={detail} />
        <span className={styles.headerActions}>
          <Button icon={<Play aria-hidden />} title="Send it to a receiver of yours (R)" onClick={onReplay}>
            Replay
          </Button>
          <Menu
            align="end"
            trigger={
              <IconButton ref={menuRef} label="More (Y)">
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuGroup label="Copy">
              {copies.map((choice) => (
                <MenuItem key={choice.what} onSelect={() => onCopy(choice)}>
                  {choice.title}
                </MenuItem>
              ))}
            </MenuGroup>
            <MenuSeparator />
            <MenuItem hint="P" onSelect={onPin}>
              {pinned ? 'Unpin A' : 'Pin as A'}
            </MenuItem>
            <MenuItem hint="Shift R" onSelect={onEditReplay}>
              Edit and replay…
            </MenuItem>
          </Menu>
        </span>
      </div>
      <div className={styles.idLine}>
        {detail.eventId === null ? (
          <span>no event_id</span>
        ) : (
          <>
            <span className={styles.id}>{detail.eventId}</span>
            <CopyButton what="event_id" text={detail.eventId} />
          </>
        )}
        <span className={styles.marks}>
          {pinned ? (
            <Pill tone="info" icon={<Pin aria-hidden />}>
              A
            </Pill>
          ) : null}
          {detail.origin === 'platform' ? null : (
            <Pill tone="neutral" icon={<FlaskConical aria-hidden />} title="Sent by ourselves, not by the platform">
              {detail.origin}
            </Pill>
          )}
        </span>
        <span className={styles.ordinal}>#{formatCount(detail.seq)}</span>
      </div>
    </header>
  );
}

function Try({ detail }: { detail: DeliveryDetail }) {
  const { mark, count, words } = readTry(detail);
  if (detail.attempts === 1) return null;
  const ending = { first: '', retry: '', 'gave-up': ' · gave up', duplicate: ' · duplicate' };
  return (
    <span className={styles.try} title={words}>
      try {count}
      {ending[mark]}
    </span>
  );
}
