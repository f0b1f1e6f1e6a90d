import { useEffect, useRef } from 'react';
import type { DecodedField } from '#shared/protocol/delivery.ts';
import type { Diff, DiffChange } from '#shared/protocol/diff.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { BreakableText } from '../breakable-text.tsx';
import { FieldValue } from '../fields/field-value.tsx';
import styles from './diff.module.css';

export interface StructureViewProps {
  changes: readonly DiffChange[];
  diff: Diff;
  /** Index of the change that is stepped to. */
  at: number | null;
  /** Fields of the selected delivery, to show what is equal; null to show changes only. */
  equalFields: readonly DecodedField[] | null;
  summary: string;
}

const marks: Record<DiffChange['kind'], string> = { changed: '~', added: '+', removed: '−', moved: '↕' };

/** One row per difference. Absent, null and "" are three values, so a change between them is a change. */
export function StructureView({ changes, diff, at, equalFields, summary }: StructureViewProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (at !== null) box.current?.querySelectorAll('[data-change]')[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div ref={box} className={styles.structure}>
      <table className={styles.table} aria-label="Differences">
        <thead>
          <tr className={styles.head}>
            <th title="What changed">±</th>
            <th>Field</th>
            <th>A</th>
            <th>B</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change, index) => (
            <ChangeRow key={`${change.kind} ${change.path}`} change={change} current={index === at} />
          ))}
          {equalFields === null ? null : <EqualRows diff={diff} fields={equalFields} />}
        </tbody>
      </table>
      {changes.length === 0 ? <p className={styles.same}>No difference.</p> : null}
      <p className={styles.rest}>{summary}</p>
    </div>
  );
}

function ChangeRow({ change, current }: { change: DiffChange; current: boolean }) {
  return (
    <tr
      data-change
      aria-current={current ? 'true' : undefined}
      className={joinClasses(styles.row, styles[change.kind], current && styles.current)}
    >
      <td className={styles.mark} aria-label={change.kind}>
        {marks[change.kind]}
      </td>
      <td className={styles.path}>
        <PathText path={change.path} />
      </td>
      <td className={styles.a}>
        <FieldValue source={change.a} />
      </td>
      <td className={styles.b}>
        <FieldValue source={change.b} />
      </td>
    </tr>
  );
}

function EqualRows({ diff, fields }: { diff: Diff; fields: readonly DecodedField[] }) {
  const sources = new Map(fields.map((field) => [field.path, field]));
  return diff.equalPaths.map((path) => {
    const field = sources.get(path);
    return (
      <tr key={path} className={styles.row}>
        <td className={styles.mark} aria-label="equal">
          =
        </td>
        <td className={styles.path}>
          <PathText path={path} />
        </td>
        <td className={styles.both}>
          {field ? <FieldValue source={field.source} encrypted={field.encrypted} /> : <span>equal</span>}
        </td>
      </tr>
    );
  });
}

/** The common prefix steps back, so that the names stand out. */
function PathText({ path }: { path: string }) {
  if (!path.startsWith('payload.')) return <BreakableText text={path} />;
  return (
    <>
      <span className={styles.prefix}>payload.</span>
      <wbr />
      <BreakableText text={path.slice('payload.'.length)} />
    </>
  );
}
