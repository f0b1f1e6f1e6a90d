import { Tooltip } from '@base-ui/react/tooltip';
import { Copy, ListFilter, Plus, TriangleAlert, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { TermEdit } from '#shared/filter/edit-filter.ts';
import type { DecodedField, StoryReference } from '#shared/protocol/delivery.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { formatClock, formatDateTime, type Zone } from '#renderer/ui/format-time.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { Pill } from '#renderer/ui/pill.tsx';
import { BreakableText } from '../breakable-text.tsx';
import { formatRelative } from '../time-text.ts';
import { useCopy } from '../use-copy.ts';
import { useShowOnly } from '../use-show-only.ts';
import { equalCiphertextFilter } from './equal-filter.ts';
import type { FieldDocHandle } from './field-doc.tsx';
import { fieldEdit } from './field-filter.ts';
import { readFieldTime } from './field-time.ts';
import { FieldValue } from './field-value.tsx';
import { copyTextOf, readValue } from './value-reading.ts';
import styles from './fields.module.css';

export interface FieldRowProps {
  field: DecodedField;
  /** Members that follow in rows of their own, so that the value itself is not repeated; null where none do. */
  members: number | null;
  nowMs: number;
  zone: Zone;
  docs: FieldDocHandle;
  onActive: (field: DecodedField | null) => void;
  onFilter: (field: DecodedField, mode: TermEdit['mode']) => void;
  onReference: (reference: StoryReference) => void;
}

export function FieldRow({ field, members, nowMs, zone, docs, onActive, onFilter, onReference }: FieldRowProps) {
  const missing = field.status === 'missing';
  return (
    <div
      className={joinClasses(styles.row, missing && styles.missing)}
      data-field={field.path}
      onFocus={() => onActive(field)}
      onBlur={() => onActive(null)}
      onPointerEnter={() => onActive(field)}
      onPointerLeave={() => onActive(null)}
    >
      <Tooltip.Trigger
        handle={docs}
        payload={field}
        className={styles.name}
        data-field-name
        closeOnClick={false}
        onKeyDown={moveBetweenNames}
      >
        <FieldName field={field} />
      </Tooltip.Trigger>
      <span className={styles.value}>
        {members === null ? (
          <LinkedValue field={field} onReference={onReference} />
        ) : (
          <span className={styles.beside}>{describeMembers(field.type === 'array', members)}</span>
        )}
        <FieldClock field={field} nowMs={nowMs} zone={zone} />
        <EqualValues field={field} />
        <FieldMarks field={field} />
        {field.deviation === null ? null : (
          <span className={styles.deviation}>
            <TriangleAlert aria-hidden /> {field.deviation}
          </span>
        )}
      </span>
      <TypeWord field={field} />
      <RowActions field={field} onFilter={onFilter} />
    </div>
  );
}

/** The last part of the path stands out; what it is inside of stays readable. */
function FieldName({ field }: { field: DecodedField }) {
  const shown = field.group === 'payload' ? field.path.replace(/^payload\./, '') : field.path;
  const inside = shown.endsWith(field.name) ? shown.slice(0, -field.name.length) : '';
  return (
    <>
      <span className={styles.inside}>
        <BreakableText text={inside} />
      </span>
      {inside === '' ? null : <wbr />}
      <BreakableText text={inside === '' ? shown : field.name} />
    </>
  );
}

function LinkedValue({ field, onReference }: Pick<FieldRowProps, 'field' | 'onReference'>) {
  const { reference } = field;
  const isPhone = reference?.entity === 'phone';
  const value = <FieldValue source={field.source} encrypted={field.encrypted} isPhone={isPhone} />;
  if (reference === null) return value;
  return (
    <button
      type="button"
      className={styles.link}
      title={`Show every delivery with ${reference.entity}:${reference.value}`}
      onClick={() => onReference(reference)}
    >
      {value}
    </button>
  );
}

function describeMembers(isArray: boolean, members: number): string {
  const noun = isArray ? 'item' : 'member';
  return `${isArray ? '[ ]' : '{ }'} ${members} ${members === 1 ? noun : `${noun}s`}`;
}

function FieldClock({ field, nowMs, zone }: Pick<FieldRowProps, 'field' | 'nowMs' | 'zone'>) {
  const atMs = readFieldTime(field);
  if (atMs === null) return null;
  const iso = new Date(atMs).toISOString();
  const clock = field.spec?.type === 'unix-ms-string' ? formatDateTime(iso, zone) : formatClock(iso, zone);
  return (
    <span
      className={styles.beside}
      title={`${formatDateTime(iso, 'local')}\n${formatDateTime(iso, 'utc')}\n${atMs} ms`}
    >
      {clock} · {formatRelative(atMs, nowMs)}
    </span>
  );
}

/** The same ciphertext elsewhere is the same message or channel, without anybody reading it. */
function EqualValues({ field }: Pick<FieldRowProps, 'field'>) {
  const showOnly = useShowOnly();
  const filter = equalCiphertextFilter(field);
  if (filter === null) return null;
  return (
    <button
      type="button"
      className={styles.equal}
      title="Show every delivery with this same ciphertext"
      onClick={() => showOnly(filter, `deliveries with the same ${field.name}`)}
    >
      equal values
    </button>
  );
}

function FieldMarks({ field }: { field: DecodedField }) {
  switch (field.status) {
    case 'new':
      return (
        <Pill tone="info" icon={<Plus aria-hidden />} title="The specification does not name this field">
          new
        </Pill>
      );
    case 'type-differs':
      return (
        <Pill tone="warn" icon={<TriangleAlert aria-hidden />} title={`The specification says ${field.spec?.type}`}>
          {field.type}, not {field.spec?.type}
        </Pill>
      );
    case 'missing':
      return field.spec?.optional ? <span className={styles.beside}>optional</span> : null;
    case 'known':
      return null;
  }
}

/** The JSON type at the end of the line, where the value or a mark does not say it. */
function TypeWord({ field }: Pick<FieldRowProps, 'field'>) {
  const { form } = readValue(field.source, field.encrypted);
  const isPlain = form === 'null' || form === 'empty-string' || form === 'absent' || form === 'composite';
  return isPlain || field.type === null || field.status === 'type-differs' ? null : (
    <span className={styles.type}>{field.type}</span>
  );
}

function RowActions({ field, onFilter }: Pick<FieldRowProps, 'field' | 'onFilter'>) {
  const copy = useCopy();
  const filterable = fieldEdit(field, 'include') !== null;
  return (
    <span className={styles.actions}>
      {filterable ? (
        <>
          <IconButton label="Filter by this value (F)" tabIndex={-1} onClick={() => onFilter(field, 'include')}>
            <ListFilter aria-hidden />
          </IconButton>
          <IconButton label="Exclude this value (X)" tabIndex={-1} onClick={() => onFilter(field, 'exclude')}>
            <X aria-hidden />
          </IconButton>
        </>
      ) : null}
      {field.source === null ? null : (
        <IconButton label={`Copy ${field.name}`} onClick={() => copy(field.name, copyTextOf(field.source))}>
          <Copy aria-hidden />
        </IconButton>
      )}
    </span>
  );
}

/** Up and Down walk the names, so that Tab is left for a row's own buttons. */
function moveBetweenNames(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const tab = event.currentTarget.closest('[data-fields]');
  const names = [...(tab?.querySelectorAll<HTMLElement>('[data-field-name]') ?? [])];
  event.preventDefault();
  event.stopPropagation();
  names[names.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
