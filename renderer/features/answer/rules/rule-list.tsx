import { ArrowDown, ArrowUp, Copy, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import {
  addRule,
  duplicateRule,
  maxRules,
  moveRule,
  removeRule,
  selectedIndex,
  type KeyedRule,
  type ProgramDraft,
} from './program-draft.ts';
import { readRule } from './rule-draft.ts';
import { describeRule } from './rule-text.ts';
import styles from './rules.module.css';

export interface RuleListProps {
  draft: ProgramDraft;
  problems: ReadonlyMap<number, string>;
  onChange: (draft: ProgramDraft) => void;
}

/** The rules in the order in which they are asked; the first that fits decides. */
export function RuleList({ draft, problems, onChange }: RuleListProps) {
  const { rules, selected } = draft;
  const list = useRef<HTMLOListElement>(null);
  const isMoving = useRef(false);
  const at = selectedIndex(draft);
  // Moving a row in the document takes the focus from it.
  useEffect(() => {
    if (isMoving.current) list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus();
    isMoving.current = false;
  });
  const select = (rule: KeyedRule | undefined): void => {
    if (rule === undefined) return;
    isMoving.current = false;
    onChange({ ...draft, selected: rule.key });
    list.current?.querySelectorAll<HTMLElement>('button')[rules.indexOf(rule)]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const by = event.key === 'ArrowUp' ? -1 : 1;
    if (event.altKey) {
      isMoving.current = true;
      onChange(moveRule(draft, by));
    } else select(rules[at + by]);
  };
  return (
    <section className={styles.rules} aria-label="Rules in order">
      {rules.length === 0 ? (
        <p className={styles.note}>No rules yet: every request gets 200.</p>
      ) : (
        <ol ref={list} className={styles.list}>
          {rules.map((rule, index) => (
            <li key={rule.key}>
              <button
                type="button"
                className={joinClasses(styles.rule, problems.has(rule.key) && styles.broken)}
                aria-current={rule.key === selected}
                onClick={() => select(rule)}
                onKeyDown={onKeyDown}
              >
                <span className={styles.ordinal}>{index + 1}</span>
                <RuleWords rule={rule} problem={problems.get(rule.key)} />
              </button>
            </li>
          ))}
        </ol>
      )}
      <div className={styles.tools}>
        <Button
          icon={<Plus aria-hidden />}
          disabled={rules.length >= maxRules}
          onClick={() => onChange(addRule(draft))}
        >
          Add rule
        </Button>
        <IconButton label="Duplicate rule" disabled={at < 0} onClick={() => onChange(duplicateRule(draft))}>
          <Copy aria-hidden />
        </IconButton>
        <IconButton label="Move rule up (Alt+↑)" disabled={at <= 0} onClick={() => onChange(moveRule(draft, -1))}>
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton
          label="Move rule down (Alt+↓)"
          disabled={at < 0 || at === rules.length - 1}
          onClick={() => onChange(moveRule(draft, 1))}
        >
          <ArrowDown aria-hidden />
        </IconButton>
        <IconButton label="Remove rule" disabled={at < 0} onClick={() => onChange(removeRule(draft))}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}

function RuleWords({ rule, problem }: { rule: KeyedRule; problem: string | undefined }) {
  const read = readRule(rule.draft);
  const line = problem ?? ('problem' in read ? read.problem : describeRule(read));
  const name = rule.draft.name.trim();
  return (
    <span className={styles.words}>
      {name === '' ? null : <b>{name}</b>}
      <span className={problem === undefined ? styles.conditions : styles.problem}>{line}</span>
    </span>
  );
}
