import { useMemo, useState } from 'react';
import type { DecodedField, DeliveryDetail } from '#shared/protocol/delivery.ts';
import { useInspector } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { formatCount, formatDuration } from '#renderer/ui/format-amount.ts';
import { formatClock, formatDateTime, type Zone } from '#renderer/ui/format-time.ts';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import { formatRelative, readIsoTime } from '../time-text.ts';
import { AbsentFields } from './absent-fields.tsx';
import { countMembers } from './count-members.ts';
import { Explanations } from './explanations.tsx';
import { createFieldDocHandle, FieldDocTooltip } from './field-doc.tsx';
import { FieldRow, type FieldRowProps } from './field-row.tsx';
import { isQuietlyAbsent } from './quietly-absent.ts';
import styles from './fields.module.css';

export type FieldsTabProps = Pick<FieldRowProps, 'nowMs' | 'onFilter' | 'onReference'> & {
  detail: DeliveryDetail;
  /** The field that F, X and A act on: the focused row, else the one under the pointer. */
  onActive: (field: DecodedField | null) => void;
};

/** Payloads with hundreds of answers exist; their rows would hold the page for half a second. */
const rowsAtFirst = 120;

/** Envelope, then payload: every field that was sent, and folded away those that the specification lists besides. */
export function FieldsTab({ detail, onActive, ...rowProps }: FieldsTabProps) {
  const [docs] = useState(createFieldDocHandle);
  const [allFor, setAllFor] = useState<number | null>(null);
  const zone = useInspector((state) => state.preferences.zone);
  const { envelope, payload, absent } = useMemo(() => groupFields(detail.fields), [detail.fields]);
  const timesEnd = envelope.findIndex(({ name }) => name === 'event_ts') + 1;
  const shown = allFor === detail.id ? payload : payload.slice(0, rowsAtFirst);
  const members = useMemo(() => countMembers(detail.fields.map(({ path }) => path)), [detail.fields]);

  const rows = (fields: readonly DecodedField[]) =>
    fields.map((field) => (
      <FieldRow
        key={field.path}
        field={field}
        members={members.get(field.path) ?? null}
        zone={zone}
        docs={docs}
        onActive={onActive}
        {...rowProps}
      />
    ));

  return (
    <div className={styles.tab} data-fields>
      {detail.parseError === null ? null : <ParseError error={detail.parseError} />}
      <Explanations key={detail.id} {...detail} />
      <SectionTitle aside={<Counts fields={envelope} />}>Envelope</SectionTitle>
      <div className={styles.rows}>
        {rows(envelope.slice(0, timesEnd))}
        <ReceivedRow detail={detail} nowMs={rowProps.nowMs} zone={zone} />
        {rows(envelope.slice(timesEnd))}
      </div>
      {payload.length === 0 ? null : (
        <>
          <SectionTitle aside={<Counts fields={payload} />}>Payload</SectionTitle>
          <div className={styles.rows}>{rows(shown)}</div>
          {shown.length === payload.length ? null : (
            <Button variant="quiet" className={styles.more} onClick={() => setAllFor(detail.id)}>
              Show {formatCount(payload.length - shown.length)} more
            </Button>
          )}
        </>
      )}
      <AbsentFields key={`absent ${detail.id}`} count={absent.length}>
        {() => rows(absent)}
      </AbsentFields>
      <FieldDocTooltip handle={docs} />
    </div>
  );
}

function groupFields(fields: readonly DecodedField[]) {
  const present = fields.filter((field) => !isQuietlyAbsent(field));
  return {
    envelope: present.filter(({ group }) => group === 'envelope'),
    payload: present.filter(({ group }) => group === 'payload'),
    absent: fields.filter(isQuietlyAbsent),
  };
}

/** Ours, not the sender's, so the name is not set as code. */
function ReceivedRow({ detail, nowMs, zone }: { detail: DeliveryDetail; nowMs: number; zone: Zone }) {
  const atMs = readIsoTime(detail.receivedAt) ?? nowMs;
  return (
    <div className={styles.row}>
      <span className={styles.ownName}>received</span>
      <span
        className={styles.value}
        title={`${formatDateTime(detail.receivedAt, 'local')}\n${formatDateTime(detail.receivedAt, 'utc')}`}
      >
        <span className={styles.mono}>{formatClock(detail.receivedAt, zone)}</span>
        <span className={styles.beside}>
          {detail.lagMs === null ? 'no lag: event_ts is not a time' : `lag ${formatDuration(detail.lagMs)}`} ·{' '}
          {formatRelative(atMs, nowMs)}
        </span>
      </span>
    </div>
  );
}

function Counts({ fields }: { fields: readonly DecodedField[] }) {
  const absent = fields.filter(({ status }) => status === 'missing').length;
  const fresh = fields.filter(({ status }) => status === 'new').length;
  const parts = [`${fields.length - absent} fields`];
  if (absent > 0) parts.push(`${absent} absent`);
  if (fresh > 0) parts.push(`${fresh} not in the specification`);
  return parts.join(' · ');
}

function ParseError({ error }: { error: NonNullable<DeliveryDetail['parseError']> }) {
  return (
    <p className={styles.parseError}>
      No envelope was found: {error.message}
      {error.offset === null ? '' : ` (byte ${error.offset})`}. The bytes are in the Body tab.
    </p>
  );
}
