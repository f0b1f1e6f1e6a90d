import type { AnswerProgram } from '#shared/answer/answer.ts';
import type { AnswerPreview } from '#shared/protocol/answer-calls.ts';
import { useInspector } from '#renderer/state/use-inspector.ts';
import { AnswerPill, toFacetAnswer } from '#renderer/ui/answer-pill.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { formatClock } from '#renderer/ui/format-time.ts';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import { usePreview } from './use-preview.ts';
import styles from './rules.module.css';

export interface PreviewPaneProps {
  /** null while it cannot be read: what was shown stays. */
  program: AnswerProgram | null;
  onSelect: (deliveryId: number) => void;
}

/** What the program would have answered to the newest requests, and which of them would have got another answer than they did. */
export function PreviewPane({ program, onSelect }: PreviewPaneProps) {
  const { preview, problem } = usePreview(program);
  const count = preview === null ? undefined : `newest ${formatCount(preview.requests)} requests`;
  return (
    <section className={styles.preview} aria-label="What would have been answered">
      <SectionTitle aside={count}>What would have been answered</SectionTitle>
      {problem === null ? null : <p className={styles.problem}>{problem}</p>}
      {preview === null ? null : <Counts preview={preview} />}
      {preview === null || preview.changed.length === 0 ? null : (
        <ul className={styles.changes} aria-label="Requests that would have got another answer">
          {preview.changed.map((change) => (
            <Change key={change.requestId} change={change} onSelect={onSelect} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Counts({ preview }: { preview: AnswerPreview }) {
  const counts = Object.entries(preview.byAnswer).toSorted(([, a], [, b]) => b - a);
  const changes = preview.changed.length;
  return (
    <p className={styles.counts}>
      {counts.map(([answer, requests]) => (
        <span key={answer} className={styles.count}>
          <AnswerPill answer={toFacetAnswer(answer)} /> {formatCount(requests)}
        </span>
      ))}
      <span className={styles.note}>
        {changes === 0
          ? 'Every request would have got the answer it got.'
          : `${changes === 100 ? 'The newest 100' : formatCount(changes)} that would have got another answer:`}
      </span>
    </p>
  );
}

interface ChangeProps {
  change: AnswerPreview['changed'][number];
  onSelect: (deliveryId: number) => void;
}

function Change({ change, onSelect }: ChangeProps) {
  const zone = useInspector((s) => s.preferences.zone);
  const { deliveryId, receivedAt, eventName, attempt, was, wouldBe, decidedBy, detail } = change;
  const why = detail ?? `attempt ${attempt} · ${decidedBy === 'default' ? 'no rule fits' : decidedBy}`;
  return (
    <li>
      <button type="button" className={styles.link} title="Show this delivery" onClick={() => onSelect(deliveryId)}>
        {formatClock(receivedAt, zone)}
      </button>
      <span className={styles.event} title={eventName ?? undefined}>
        {eventName ?? 'no envelope read'}
      </span>
      <span className={styles.from}>
        <AnswerPill answer={toFacetAnswer(was)} /> → <AnswerPill answer={toFacetAnswer(wouldBe)} />
      </span>
      <span className={styles.by} title={why}>
        {why}
      </span>
    </li>
  );
}
