import { ArrowDown, ArrowUp, ArrowUpDown, Ban, CopyCheck, FlaskConical, Repeat, RotateCw, X } from 'lucide-react';
import { memo } from 'react';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import { kindCategory } from '#shared/spec/catalogue.ts';
import { readTry, type TryMark } from '#renderer/ui/attempt/try-mark.ts';
import { AnswerPill } from '#renderer/ui/answer-pill.tsx';
import { formatDuration } from '#renderer/ui/format-amount.ts';
import { formatClock, formatDateTime, type Zone } from '#renderer/ui/format-time.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { KindCode } from '#renderer/ui/kind-code.tsx';
import { firstRowIndex, toRowElementId } from './grid-props.ts';
import { describeOrder, describeShadow, toRowLabel } from './row-label.ts';
import styles from './delivery-list.module.css';

export interface DeliveryRowProps {
  item: DeliveryItem;
  index: number;
  top: number;
  active: boolean;
  /** The next row belongs to another request: what changed with this one is said here. */
  endsRequest: boolean;
  pinned: boolean;
  zone: Zone;
  /** Which time the first column shows. */
  clock: 'received' | 'event_ts';
  onSelect: (id: number, index: number) => void;
}

/** One row, of the height that the density says. */
export const DeliveryRow = memo(function DeliveryRow(props: DeliveryRowProps) {
  const { item, index, top, active, endsRequest, pinned, zone, clock, onSelect } = props;
  const category = item.unparsed ? 'unknown' : kindCategory(item.eventName);
  const note = endsRequest ? item.answer.note : null;
  const time = clock === 'received' ? item.receivedAt : item.eventTs;
  return (
    <tr
      id={toRowElementId(index)}
      aria-rowindex={index + firstRowIndex}
      aria-selected={active}
      aria-label={toRowLabel(item)}
      className={joinClasses(
        styles.row,
        styles[category],
        index % 2 === 1 && styles.zebra,
        active && styles.active,
        note !== null && styles.noted,
      )}
      style={{ transform: `translateY(${top}px)` }}
      onPointerDown={(event) => event.button === 0 && onSelect(item.id, index)}
    >
      <td className={styles.time} title={time === null ? undefined : formatDateTime(time, zone)}>
        {time === null ? '—' : formatClock(time, zone)}
      </td>
      <td className={styles.kind}>
        <KindCode category={category} />
      </td>
      <EventCell item={item} pinned={pinned} />
      <td className={styles.answer}>
        <AnswerPill answer={item.answer} />
        <ShadowMark item={item} />
      </td>
      <TryCell item={item} />
      <LagCell item={item} />
      <td className={styles.key} title={item.summary}>
        {item.summary}
        <OriginMark origin={item.origin} />
      </td>
      {note === null ? null : <td className={styles.note}>{note}</td>}
    </tr>
  );
});

function EventCell({ item, pinned }: { item: DeliveryItem; pinned: boolean }) {
  const name = item.unparsed
    ? `unparsed (${item.problems[0] ?? 'no envelope'})`
    : (item.eventName ?? '(no event_name)');
  const dot = item.unparsed ? -1 : name.indexOf('.');
  return (
    <td className={styles.event} title={name}>
      {dot > 0 ? <span className={styles.category}>{name.slice(0, dot + 1)}</span> : null}
      <span className={styles.subtype}>{name.slice(dot + 1)}</span>
      {pinned ? <span className={styles.pin}>A</span> : null}
    </td>
  );
}

const tryIcons: Record<TryMark, typeof X | null> = { first: null, retry: RotateCw, 'gave-up': X, duplicate: CopyCheck };

/** `1` alone is dim, a retry counts up to the limit; the last failed try, a duplicate and a 200 that came too late are marked. */
function TryCell({ item }: { item: DeliveryItem }) {
  const { mark, count, words } = readTry(item);
  const Icon = tryIcons[mark];
  return (
    <td
      className={joinClasses(
        styles.try,
        item.attempts === 1 && styles.dim,
        mark === 'gave-up' && styles.gaveUp,
        mark === 'duplicate' && styles.warning,
      )}
      title={words}
    >
      {Icon === null ? null : <Icon aria-hidden />}
      {mark === 'duplicate' ? 'dup' : count}
      {item.classes.includes('late-ack') ? <span className={styles.lateAck}>late</span> : null}
    </td>
  );
}

function LagCell({ item }: { item: DeliveryItem }) {
  const { lagMs, early, late } = item;
  const order = describeOrder(item);
  const Icon = early && late ? ArrowUpDown : early ? ArrowUp : ArrowDown;
  return (
    <td className={joinClasses(styles.lag, order !== null && styles.warning)} title={order ?? undefined}>
      {order === null ? null : <Icon aria-hidden />}
      <span>{lagMs === null ? '—' : formatDuration(lagMs)}</span>
    </td>
  );
}

/** The sender's credentials would have been refused, had authentication been enforced. */
function ShadowMark({ item }: { item: DeliveryItem }) {
  const words = describeShadow(item);
  if (words === null) return null;
  return (
    <span className={styles.shadow} title={words}>
      <Ban aria-hidden />
    </span>
  );
}

function OriginMark({ origin }: { origin: DeliveryItem['origin'] }) {
  if (origin === 'platform') return null;
  const Icon = origin === 'replay' ? Repeat : FlaskConical;
  return (
    <span className={styles.origin} title={`Own traffic: ${origin}`}>
      <Icon aria-hidden />
    </span>
  );
}

/** Stands where a row is still being read. */
export function SkeletonRow({ index, top, active }: { index: number; top: number; active: boolean }) {
  return (
    <tr
      id={toRowElementId(index)}
      aria-rowindex={index + firstRowIndex}
      aria-busy
      className={joinClasses(styles.row, index % 2 === 1 && styles.zebra, active && styles.active)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td className={styles.bones}>Loading</td>
    </tr>
  );
}
