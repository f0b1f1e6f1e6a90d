import { ChevronDown, TriangleAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Fault, Limit } from '#shared/answer/answer.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import { useCommand } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Menu, MenuChoice } from '#renderer/ui/menu.tsx';
import { Pill } from '#renderer/ui/pill.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { useNow } from '#renderer/ui/use-now.ts';
import { describeArmed, toAnswerMode, toFault, type AnswerMode } from './answer-plan.ts';
import { limitChoices, toLimitKey, type LimitKey } from './limit-choices.ts';
import { OtherAnswer } from './other-answer.tsx';
import { useAnswer } from './use-answer.ts';
import styles from './answer.module.css';

const plain = { override: null, limit: null } as const;

/** What the receiver answers, for how long, and how to get back to 200. */
export function AnswerControl() {
  const { answer, arm: write } = useAnswer();
  const [before, setBefore] = useState<Pick<AnswerState, 'override' | 'limit'>>(plain);
  const [limitKey, setLimitKey] = useState<LimitKey>('always');
  const [otherOpen, setOtherOpen] = useState(false);
  const mode = answer ? toAnswerMode(answer) : null;
  const limit: Limit | null = limitChoices[limitKey].limit;

  const arm = (fault: Fault | null, limit: Limit | null): void => {
    setBefore(answer ?? plain);
    write(fault, limit);
  };
  const choose = (next: AnswerMode): void => {
    if (next === 'other') setOtherOpen(true);
    else arm(toFault(next), limit);
  };
  const chooseLimit = (next: LimitKey): void => {
    setLimitKey(next);
    if (answer?.override) arm(answer.override, limitChoices[next].limit);
  };
  useCommand('answer.200', () => choose('200'));
  useCommand('answer.401', () => choose('401'));
  useCommand('answer.500', () => choose('500'));
  useCommand('answer.timeout', () => choose('timeout'));

  const shownLimit = answer?.override ? toLimitKey(answer.limit) : limitKey;
  return (
    <div className={styles.control}>
      <span className={styles.word}>Respond</span>
      <Segmented
        label="Answer of the receiver"
        value={mode}
        onChange={choose}
        options={[
          { value: '200', label: '200', hint: 'Accepted (Alt+1)' },
          { value: '401', label: '401', hint: 'Credentials rejected (Alt+2)', tone: 'auth' },
          { value: '500', label: '500', hint: 'Receiver down: the sender tries again (Alt+3)', tone: 'danger' },
          { value: 'timeout', label: 'Timeout', hint: 'Hold without an answer (Alt+4)', tone: 'warn' },
          { value: 'other', label: 'Other…', hint: 'Another status, a delay, a reset', tone: 'warn' },
        ]}
      />
      <Menu
        trigger={
          <Button className={styles.limit} title="How long a fault stays armed">
            {shownLimit === null ? 'custom' : limitChoices[shownLimit].short}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuChoice
          label="A fault stays armed"
          value={shownLimit ?? 'always'}
          onChange={chooseLimit}
          options={(Object.keys(limitChoices) as LimitKey[]).map((value) => ({
            value,
            label: limitChoices[value].label,
          }))}
        />
      </Menu>
      <ArmedChip onUndo={() => arm(before.override, before.limit)} />
      <OtherAnswer open={otherOpen} onOpenChange={setOtherOpen} onArm={(fault) => arm(fault, limit)} />
    </div>
  );
}

function ArmedChip({ onUndo }: { onUndo: () => void }) {
  const { answer } = useAnswer();
  const now = useNow(1000);
  const text = answer && describeArmed(answer, now);
  if (!text) return null;
  return (
    <>
      <Pill
        tone="warn"
        size="bar"
        icon={<TriangleAlert aria-hidden />}
        className={styles.chip}
        title={`Armed: ${text}`}
      >
        {text}
      </Pill>
      <Button
        variant="quiet"
        className={styles.undo}
        icon={<Undo2 aria-hidden />}
        title="Back to what was answered before"
        onClick={onUndo}
      >
        Undo
      </Button>
    </>
  );
}
