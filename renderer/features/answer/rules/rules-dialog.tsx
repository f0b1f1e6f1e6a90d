// Where a program of rules is made: a draft that survives closing the dialog, and is forgotten once it is armed. Nothing is armed before
// "Arm", and nothing that cannot be read.
import { useState } from 'react';
import { attemptLimit } from '#shared/spec/limits.ts';
import type { AnswerProgram } from '#shared/answer/answer.ts';
import { plainProgram } from '#shared/answer/armed-answer.ts';
import type { NamedProgram } from '#shared/protocol/answer-calls.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import { useActions, useInspector } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { describeFault, describeLimit } from '../answer-plan.ts';
import { changeRule, readProgram, selectedIndex, toProgramDraft, type ProgramDraft } from './program-draft.ts';
import { PreviewPane } from './preview-pane.tsx';
import { ProgramShelf } from './program-shelf.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { RuleList } from './rule-list.tsx';
import styles from './rules.module.css';

export interface RulesDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RulesDialog({ open, onOpenChange }: RulesDialogProps) {
  const { draft, isEdited, edit, forget } = useProgramDraft();
  const { arm, selectDelivery } = useActions();
  const [failure, setFailure] = useState<string | null>(null);
  const { program, problems } = readProgram(draft);
  const change = (next: ProgramDraft): void => {
    setFailure(null);
    edit(next);
  };
  const armIt = async (): Promise<void> => {
    if (program === null) return;
    try {
      await arm(program);
      forget();
      onOpenChange(false);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  const show = (deliveryId: number): void => {
    selectDelivery(deliveryId);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !isEdited) forget();
        onOpenChange(next);
      }}
      title="Answer by rules"
      description="The first rule that fits a request decides; a request that none fits gets 200. Requests are stored before they are answered."
      width="wide"
      footer={
        <Footer
          draft={draft}
          problem={failure ?? firstProblem(draft, problems)}
          canArm={program !== null && (program.rules.length > 0 || program.override !== null)}
          isEdited={isEdited}
          onChange={change}
          onForget={forget}
          onArm={() => void armIt()}
        />
      }
    >
      <ProgramShelf
        name={draft.name}
        program={program}
        onName={(name) => change({ ...draft, name })}
        onLoad={({ name, program: loaded }: NamedProgram) => change(toProgramDraft(loaded, name))}
        onProblem={setFailure}
      />
      <OverrideLine draft={draft} onChange={change} />
      <div className={styles.panes}>
        <div className={styles.side}>
          <RuleList draft={draft} problems={problems} onChange={change} />
          <PreviewPane program={program} onSelect={show} />
        </div>
        <SelectedRule draft={draft} onChange={change} />
      </div>
    </Dialog>
  );
}

interface DraftProps {
  draft: ProgramDraft;
  onChange: (draft: ProgramDraft) => void;
}

function SelectedRule({ draft, onChange }: DraftProps) {
  const rule = draft.rules[selectedIndex(draft)];
  if (rule === undefined) return <p className={styles.note}>Add a rule, load a program, or import one.</p>;
  return <RuleEditor key={rule.key} draft={rule.draft} onChange={(change) => onChange(changeRule(draft, change))} />;
}

/** A program may also say something before its rules. */
function OverrideLine({ draft, onChange }: DraftProps) {
  const { override, limit } = draft;
  if (override === null) return null;
  return (
    <p className={styles.override}>
      Before the rules, every request gets <b>{describeFault(override)}</b> ({describeLimit(limit)}).
      <Button variant="quiet" onClick={() => onChange({ ...draft, override: null, limit: null })}>
        Leave it out
      </Button>
    </p>
  );
}

interface FooterProps extends DraftProps {
  problem: string | null;
  canArm: boolean;
  isEdited: boolean;
  onForget: () => void;
  onArm: () => void;
}

function Footer({ draft, problem, canArm, isEdited, onChange, onForget, onArm }: FooterProps) {
  return (
    <>
      <div className={styles.options}>
        <label className={styles.tick} title="An armed fault cannot make the sender drop an event then">
          <input
            type="checkbox"
            checked={draft.rescueLastAttempt}
            onChange={(event) => onChange({ ...draft, rescueLastAttempt: event.currentTarget.checked })}
          />
          Answer the {attemptLimit}th attempt 200
        </label>
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={draft.keep}
            onChange={(event) => onChange({ ...draft, keep: event.currentTarget.checked })}
          />
          Keep after a restart
        </label>
        {problem === null ? null : (
          <span className={styles.problem} role="alert">
            {problem}
          </span>
        )}
      </div>
      {isEdited ? (
        <Button variant="quiet" onClick={onForget}>
          Discard changes
        </Button>
      ) : null}
      <Button variant="primary" disabled={!canArm} onClick={onArm}>
        Arm
      </Button>
    </>
  );
}

function firstProblem(draft: ProgramDraft, problems: ReadonlyMap<number, string>): string | null {
  const at = draft.rules.findIndex(({ key }) => problems.has(key));
  const rule = draft.rules[at];
  return rule === undefined ? null : `Rule ${at + 1}: ${problems.get(rule.key) ?? ''}`;
}

/** What is edited: the armed rules until the first change, the changes until they are armed or discarded. */
function useProgramDraft() {
  const answer = useInspector((s) => s.status?.answer);
  const [edited, setEdited] = useState<ProgramDraft | null>(null);
  const armed = toArmedRules(answer);
  const original = toProgramDraft(armed);
  const isEdited =
    edited !== null && JSON.stringify(readProgram(edited).program) !== JSON.stringify(readProgram(original).program);
  return {
    draft: edited ?? original,
    isEdited,
    edit: setEdited,
    forget: () => setEdited(null),
  };
}

/** The rules that are armed, or that an armed override gives way to. */
function toArmedRules(answer: AnswerState | undefined): AnswerProgram {
  const source = answer === undefined || answer.rules.length > 0 ? answer : answer.after;
  const { rules, rescueLastAttempt, keep } = source ?? plainProgram;
  return { override: null, limit: null, rescueLastAttempt, keep, rules };
}
