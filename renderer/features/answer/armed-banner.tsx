import { CircleCheck, TriangleAlert } from 'lucide-react';
import { startTransition, useEffect, useOptimistic } from 'react';
import { programLabel } from '#shared/answer/describe-program.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import { attemptLimit } from '#shared/spec/limits.ts';
import { Button } from '#renderer/ui/button.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import {
  canLoseEvents,
  describeArmed,
  describeFault,
  describeRemaining,
  isUnacted,
  toTitleMark,
  unactedNote,
} from './answer-plan.ts';
import { HeldStrip } from './held/held-strip.tsx';
import { useAnswer } from './use-answer.ts';
import { useLimitEnd } from './use-limit-end.ts';
import styles from './answer.module.css';

/** Strips under the toolbar, and a mark in the window's title, for as long as anything but 200 is armed or a request is held. */
export function ArmedBanner() {
  const { answer } = useAnswer();
  const end = useLimitEnd();
  const mark = toTitleMark(answer);
  useEffect(() => {
    document.title = mark === '' ? 'Hookloupe' : `${mark} · Hookloupe`;
  }, [mark]);

  if (answer === undefined) return null;
  return (
    <>
      {describeArmed(answer, 0) === null ? null : <Armed answer={answer} />}
      {end === null ? null : (
        <output className={joinClasses(styles.banner, styles.over)}>
          <CircleCheck aria-hidden />
          {end}.
        </output>
      )}
      {answer.held > 0 ? <HeldStrip held={answer.held} /> : null}
    </>
  );
}

function Armed({ answer }: { answer: AnswerState }) {
  const { armFault, change } = useAnswer();
  return (
    <section className={styles.banner} aria-label="Armed answer">
      <TriangleAlert aria-hidden />
      <output>
        {answer.override === null ? <RulesSentence answer={answer} /> : <OverrideSentence answer={answer} />}
      </output>
      {isUnacted(answer) ? <span>{unactedNote}</span> : null}
      {canLoseEvents(answer) || answer.rescueLastAttempt ? (
        <Tick
          checked={answer.rescueLastAttempt}
          label={`Answer the ${attemptLimit}th attempt 200`}
          why="so that the sender does not drop the event"
          onChange={(rescueLastAttempt) => change({ rescueLastAttempt })}
        />
      ) : null}
      {answer.rescued > 0 ? <b>{formatCount(answer.rescued)} rescued</b> : null}
      <Tick checked={answer.keep} label="Keep after a restart" onChange={(keep) => change({ keep })} />
      <Button variant="quiet" className={styles.back} onClick={() => armFault(null, null)}>
        Back to 200
      </Button>
    </section>
  );
}

function OverrideSentence({ answer }: { answer: AnswerState }) {
  const now = useNow(1000);
  const { override, limit } = answer;
  if (override === null) return null;
  const left = describeRemaining(answer, now);
  const byRequests = limit !== null && 'requests' in limit;
  const span = left === null ? 'until it is switched off' : byRequests ? `${left} requests left` : `${left} left`;
  return (
    <>
      Every request gets <b>{describeFault(override)}</b>, {span}.
    </>
  );
}

function RulesSentence({ answer }: { answer: AnswerState }) {
  const answered = answer.ruleStates.reduce((sum, state) => sum + state.answered, 0);
  const names = answer.rules.flatMap(({ name }) => (name ? [`“${name}”`] : []));
  return (
    <>
      Armed: <b>{programLabel(answer)}</b>
      {names.length === 0 ? '' : ` (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`}.{' '}
      {formatCount(answered)} {answered === 1 ? 'request' : 'requests'} answered by{' '}
      {answer.rules.length === 1 ? 'it' : 'them'}, every other gets 200.
      {answer.ruleStates.map(({ tooSlow }, i) =>
        tooSlow === true ? <b key={i}> Rule {i + 1} was given up: its pattern took too long.</b> : null,
      )}
    </>
  );
}

interface TickProps {
  checked: boolean;
  label: string;
  why?: string;
  onChange: (checked: boolean) => Promise<void>;
}

/** Ticked at once, and as the engine says as soon as it answered. */
function Tick({ checked, label, why, onChange }: TickProps) {
  const [shown, show] = useOptimistic(checked);
  const toggle = (next: boolean): void =>
    startTransition(async () => {
      show(next);
      await onChange(next);
    });
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={shown} onChange={(event) => toggle(event.currentTarget.checked)} />
      {label}
      {why === undefined ? null : <span className={styles.why}>{why}</span>}
    </label>
  );
}
