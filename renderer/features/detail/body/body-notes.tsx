import { useState } from 'react';
import type { RequestRecord } from '#shared/protocol/delivery.ts';
import { formatBytes, formatCount } from '#renderer/ui/format-amount.ts';
import type { BodySource } from './body-source.ts';
import type { BodyText } from './body-text.ts';
import styles from './body.module.css';

/** Notes in sight; the rest is a count, so that they never push the body away. */
const notesAtFirst = 2;

export interface BodyNotesProps {
  notes: readonly string[];
}

/** What the shown text does not say by itself, one line each. */
export function BodyNotes({ notes }: BodyNotesProps) {
  const [all, setAll] = useState(false);
  const hidden = notes.length - notesAtFirst;
  return (
    <>
      {notes.slice(0, all ? undefined : notesAtFirst).map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {hidden > 0 ? (
        <button type="button" className={styles.moreNotes} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer notes' : `${formatCount(hidden)} more ${hidden === 1 ? 'note' : 'notes'}`}
        </button>
      ) : null}
    </>
  );
}

/** What there is to say of the bytes that are shown. */
export function describeBytes(
  request: RequestRecord,
  source: BodySource,
  body: Pick<BodyText, 'exact' | 'hasMark'> & { sizeBytes: number },
): string[] {
  const { contentEncoding: encoding } = request;
  const isHead = source.totalBytes === null || body.sizeBytes < source.totalBytes;
  const notes = [
    encoding?.state === 'expands' && source.view === 'decoded'
      ? `${formatBytes(request.sizeBytes)} that grow beyond ${formatBytes(encoding.decodedBytes ?? 0)} when decoded: the first ${formatBytes(body.sizeBytes)} are shown.`
      : isHead && source.limit !== undefined
        ? `Only the first ${formatBytes(body.sizeBytes)} are shown. Save gives all of it.`
        : '',
    encoding !== null && encoding.state !== 'expands' && encoding.message !== null ? `${encoding.message}.` : '',
    encoding?.state === 'decoded' && source.view === 'raw' ? 'The bytes as received, still encoded.' : '',
    request.answer.decidedBy === 'token-endpoint' ? 'Secrets of a request for a token are masked.' : '',
    request.truncated ? 'The stored body is cut: the receiver keeps the head of bodies this large.' : '',
    request.completeness === 'incomplete' ? 'The sender went away before the end of the body.' : '',
    body.exact ? '' : 'Some bytes are not UTF-8; they stand as \uFFFD here. Hex shows them.',
    body.hasMark ? 'The body starts with a byte order mark (U+FEFF).' : '',
  ];
  return notes.filter((note) => note !== '');
}
