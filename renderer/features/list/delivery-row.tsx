import { ArrowDownUp, FlaskConical, Repeat, RotateCw, X } from 'lucide-react';
import { memo } from 'react';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import { kindCategory } from '#shared/spec/catalogue.ts';
import { attemptLimit } from '#shared/spec/limits.ts';
import { AnswerPill } from '#renderer/ui/answer-pill.tsx';
import { formatDuration } from '#renderer/ui/format-amount.ts';
import { formatClock, formatDateTime, type Zone } from '#renderer/ui/format-time.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { KindCode } from '#renderer/ui/kind-code.tsx';
import { firstRowIndex, toRowElementId } from './grid-props.ts';
import { toRowLabel } from './row-label.ts';
import styles from './delivery-list.module.css';

export interface DeliveryRowProps {
  item: DeliveryItem;
  index: number;
  top: number;
  active: boolean;
  pinned: boolean;
  zone: Zone;
  /** Which time the first column shows. */
  clock: 'received' | 'event_ts';
  onSelect: (id: number, index: number) => void;
}

/** One 28 px row. */
export const DeliveryRow = memo(function DeliveryRow(props: DeliveryRowProps) {
  const { item, index, top, active, pinned, zone, clock, onSelect } = props;
  const category = item.unparsed ? 'unknown' : kindCategory(item.eventName);
  const time = clock === 'received' ? item.receivedAt : item.eventTs;
  return (
    <tr
      id={toRowElementId(index)}
      aria-rowindex={index + firstRowIndex}
      aria-selected={active}
      aria-label={toRowLabel(item)}
      className={joinClasses(styles.row, styles[category], index % 2 === 1 && styles.zebra, active && styles.active)}
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
      </td>
      <TryCell item={item} />
      <LagCell item={item} />
      <td className={styles.key} title={item.summary}>
        {item.summary}
        <OriginMark origin={item.origin} />
      </td>
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

/** `1` alone is dim; a retry counts up to the limit; the last failed try is marked as given up. */
function TryCell({ item: { attempt, attempts, answer } }: { item: DeliveryItem }) {
  const failed = answer.action !== 'respond' || (answer.status ?? 0) >= 500;
  const gaveUp = attempt === attemptLimit && failed;
  const text = attempts === 1 || attempt > attemptLimit ? String(attempt) : `${attempt}/${attemptLimit}`;
  const Icon = gaveUp ? X : RotateCw;
  return (
    <td className={joinClasses(styles.try, attempts === 1 && styles.dim, gaveUp && styles.gaveUp)}>
      {attempt > 1 ? <Icon aria-hidden /> : null}
      {text}
    </td>
  );
}

function LagCell({ item: { lagMs, early, late } }: { item: DeliveryItem }) {
  const outOfOrder = early || late;
  const title = early ? 'Arrived early: before an older event of its story' : late ? 'Arrived late' : undefined;
  return (
    <td className={joinClasses(styles.lag, outOfOrder && styles.outOfOrder)} title={title}>
      {outOfOrder ? <ArrowDownUp aria-hidden /> : null}
      <span>{lagMs === null ? '—' : formatDuration(lagMs)}</span>
    </td>
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
