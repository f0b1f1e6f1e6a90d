import { kindCategory } from '#shared/spec/catalogue.ts';
import { KindCode } from '#renderer/ui/kind-code.tsx';
import type { ReplaySubject } from './use-replay-subject.ts';
import styles from './replay.module.css';

/** Which delivery it is about. */
export function SubjectLine({ subject }: { subject: ReplaySubject | null }) {
  if (subject === null) return <span className={styles.note}>Reading…</span>;
  const { detail } = subject;
  return (
    <span className={styles.subject}>
      <KindCode category={kindCategory(detail.eventName)} />
      <span>{detail.eventName ?? 'unparsed'}</span>
      <code className={styles.id}>{detail.eventId ?? `request ${detail.requestId}`}</code>
    </span>
  );
}
