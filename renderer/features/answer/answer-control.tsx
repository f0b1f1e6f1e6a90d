import { ChevronDown, TriangleAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { programLabel } from '#shared/answer/describe-program.ts';
import type { Fault, Limit } from '#shared/answer/answer.ts';
import { useCommand, useCommands } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#renderer/ui/menu.tsx';
import { Pill } from '#renderer/ui/pill.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { useNow } from '#renderer/ui/use-now.ts';
import { describeArmed, describeLimit, toAnswerMode, toFault, type AnswerMode } from './answer-plan.ts';
import { limitChoices, toLimitKey, type LimitKey } from './limit-choices.ts';
import { LimitDialog } from './limit-dialog.tsx';
import { OtherAnswer } from './other-answer.tsx';
import { RulesDialog } from './rules/rules-dialog.tsx';
import { useAnswer } from './use-answer.ts';
import { useLimitEnd } from './use-limit-end.ts';
import styles from './answer.module.css';

type OpenDialog = 'limit' | 'other' | 'rules' | null;

/** What the receiver answers, for how long, and how to get back to what it answered before. */
export function AnswerControl() {
  const { answer, armFault } = useAnswer();
  const [nextLimit, setNextLimit] = useState<Limit | null>(null);
  const [open, setOpen] = useState<OpenDialog>(null);
  const toggle = (dialog: OpenDialog) => (isOpen: boolean) => setOpen(isOpen ? dialog : null);

  const choose = (mode: AnswerMode): void => {
    if (mode === 'rules') setOpen('rules');
    else armFault(toFault(mode), nextLimit);
  };
  const chooseLimit = (limit: Limit | null): void => {
    setNextLimit(limit);
    if (answer?.override) armFault(answer.override, limit);
  };
  useCommand('answer.200', () => choose('200'));
  useCommand('answer.401', () => choose('401'));
  useCommand('answer.500', () => choose('500'));
  useCommand('answer.timeout', () => choose('timeout'));
  useCommand('answer.rules', () => choose('rules'));

  return (
    <div className={styles.control}>
      <span className={styles.word}>Respond</span>
      <Segmented
        label="Answer of the receiver"
        value={answer ? toAnswerMode(answer) : null}
        onChange={choose}
        options={[
          { value: '200', label: '200', hint: 'Accepted (Alt+1)' },
          { value: '401', label: '401', hint: 'Credentials rejected (Alt+2)', tone: 'auth' },
          { value: '500', label: '500', hint: 'Receiver down: the sender tries again (Alt+3)', tone: 'danger' },
          { value: 'timeout', label: 'Timeout', hint: 'Hold without an answer (Alt+4)', tone: 'warn' },
          { value: 'rules', label: 'Rules…', hint: 'By filter, attempt, share, … (Alt+5)', tone: 'warn' },
        ]}
      />
      <LimitMenu
        limit={answer?.override ? answer.limit : nextLimit}
        onLimit={chooseLimit}
        onOtherLimit={() => setOpen('limit')}
        onOtherAnswer={() => setOpen('other')}
      />
      <ArmedChip />
      <LimitDialog open={open === 'limit'} onOpenChange={toggle('limit')} onChoose={chooseLimit} />
      <OtherAnswer
        open={open === 'other'}
        onOpenChange={toggle('other')}
        onArm={(fault: Fault) => armFault(fault, nextLimit)}
      />
      <RulesDialog open={open === 'rules'} onOpenChange={toggle('rules')} />
    </div>
  );
}

interface LimitMenuProps {
  limit: Limit | null;
  onLimit: (limit: Limit | null) => void;
  onOtherLimit: () => void;
  onOtherAnswer: () => void;
}

const limitKeys = Object.keys(limitChoices) as LimitKey[];

/** How long a fault stays armed, and the answers without a segment. */
function LimitMenu({ limit, onLimit, onOtherLimit, onOtherAnswer }: LimitMenuProps) {
  const commands = useCommands();
  return (
    <Menu
      trigger={
        <Button className={styles.limit} title="How long a fault stays armed">
          {describeLimit(limit)}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuChoice<LimitKey | 'other'>
        label="A fault stays armed"
        value={toLimitKey(limit) ?? 'other'}
        onChange={(key) => (key === 'other' ? onOtherLimit() : onLimit(limitChoices[key].limit))}
        options={[
          ...limitKeys.map((value) => ({ value, label: limitChoices[value].label })),
          { value: 'other' as const, label: 'for another number or time …' },
        ]}
      />
      <MenuSeparator />
      <MenuItem onSelect={onOtherAnswer}>Other answer …</MenuItem>
      <MenuItem onSelect={() => void commands.run('experiment.open')}>Retry experiment …</MenuItem>
    </Menu>
  );
}

/** What is armed and how much of it is left; for a moment after a limit, what is in force again. */
function ArmedChip() {
  const { answer, undo, canUndo } = useAnswer();
  const end = useLimitEnd();
  const now = useNow(1000);
  const text = answer === undefined ? null : describeArmed(answer, now);
  if (text === null && end === null) return null;
  return (
    <>
      <Pill
        tone={text === null ? 'ok' : 'warn'}
        size="bar"
        icon={text === null ? null : <TriangleAlert aria-hidden />}
        className={joinClasses(styles.chip, end !== null && styles.ended)}
        title={text === null ? undefined : `Armed: ${text}`}
      >
        {end !== null && answer !== undefined ? `Back to ${programLabel(answer)}` : text}
      </Pill>
      {canUndo ? (
        <Button
          variant="quiet"
          className={styles.undo}
          icon={<Undo2 aria-hidden />}
          aria-label="Undo"
          title="Back to what was armed before"
          onClick={undo}
        >
          <span>Undo</span>
        </Button>
      ) : null}
    </>
  );
}
