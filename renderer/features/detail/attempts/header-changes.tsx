import { useEffect, useState } from 'react';
import type { RequestRecord } from '#shared/protocol/delivery.ts';
import { useEngine } from '#renderer/state/use-inspector.ts';
import styles from './attempts.module.css';

type Headers = RequestRecord['rawHeaders'];

export interface HeaderChangesProps {
  /** Lower case. */
  names: readonly string[];
  beforeId: number;
  afterId: number;
}

/** The lines of some headers in two requests, one above the other; credentials stay masked. */
export function HeaderChanges({ names, beforeId, afterId }: HeaderChangesProps) {
  const engine = useEngine();
  const [sides, setSides] = useState<[Headers, Headers] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const read = async (id: number): Promise<Headers> =>
      (await engine.call('requests.read', { params: { id } }, leaving.signal)).rawHeaders;
    Promise.all([read(beforeId), read(afterId)])
      .then(setSides)
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      });
    return () => leaving.abort();
  }, [engine, beforeId, afterId]);
  if (problem !== null) return <p className={styles.shotError}>{problem}</p>;
  if (sides === null) return null;
  const [before, after] = sides;
  return (
    <dl className={styles.headers}>
      {names.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.removed}>{valuesOf(before, name)}</dd>
          <dd className={styles.added}>{valuesOf(after, name)}</dd>
        </div>
      ))}
    </dl>
  );
}

function valuesOf(headers: Headers, wanted: string): string {
  const values = headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? 'absent' : values.join('\n');
}
