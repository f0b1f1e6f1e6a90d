import { describeFilter } from '#shared/filter/describe-filter.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { FaultFields } from '../fault-fields.tsx';
import type { RuleDraft } from './rule-draft.ts';
import styles from './rules.module.css';

export interface RuleEditorProps {
  draft: RuleDraft;
  onChange: (change: Partial<RuleDraft>) => void;
}

/** The fields of one rule: which requests it is for, how often, and what they get. */
export function RuleEditor({ draft, onChange }: RuleEditorProps) {
  return (
    <div className={styles.editor}>
      <TextField
        label="Name"
        maxLength={80}
        placeholder="what it is for"
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <WhenField when={draft.when} onChange={onChange} />
      <HowOften draft={draft} onChange={onChange} />
      <RuleLimit draft={draft} onChange={onChange} />
      <fieldset className={styles.answer}>
        <legend>Answer</legend>
        <FaultFields draft={draft} onChange={onChange} />
      </fieldset>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={draft.overridesAuthentication}
          onChange={(event) => onChange({ overridesAuthentication: event.currentTarget.checked })}
        />
        Also over authentication: requests that would be answered 401
      </label>
    </div>
  );
}

function WhenField({ when, onChange }: { when: string; onChange: RuleEditorProps['onChange'] }) {
  const { ast, errors } = parseFilter(when);
  const [error] = errors;
  const echo = when.trim() === '' ? 'Empty: every request.' : `= ${describeFilter(ast)}`;
  return (
    <TextField
      label="When (a filter, as above the list)"
      mono
      placeholder="event:notification.* env:staging"
      value={when}
      note={error === undefined ? echo : `${error.message} (character ${error.start + 1}).`}
      invalid={error !== undefined}
      onChange={(event) => onChange({ when: event.target.value })}
    />
  );
}

const numbers = [
  { field: 'attempts', label: 'Attempts', placeholder: '1-3' },
  { field: 'events', label: 'First … events', placeholder: 'all' },
  { field: 'every', label: 'Every k-th', placeholder: '1' },
  { field: 'share', label: 'Share in %', placeholder: '100' },
  { field: 'seed', label: 'Seed', placeholder: 'any number' },
] as const;

function HowOften({ draft, onChange }: RuleEditorProps) {
  return (
    <div className={styles.numbers}>
      {numbers.map(({ field, label, placeholder }) => (
        <TextField
          key={field}
          label={label}
          mono
          placeholder={placeholder}
          value={draft[field]}
          disabled={field === 'seed' && draft.share.trim() === ''}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      ))}
    </div>
  );
}

function RuleLimit({ draft, onChange }: RuleEditorProps) {
  return (
    <div className={styles.limit}>
      <Segmented
        label="How long the rule holds"
        value={draft.limitBy}
        onChange={(limitBy) => onChange({ limitBy })}
        options={[
          { value: 'none', label: 'Always' },
          { value: 'requests', label: 'Next … requests' },
          { value: 'seconds', label: 'For … seconds' },
        ]}
      />
      {draft.limitBy === 'none' ? null : (
        <TextField
          label={draft.limitBy === 'requests' ? 'Requests of the rule' : 'Seconds of the rule'}
          bare
          mono
          placeholder="10"
          value={draft.limitAmount}
          onChange={(event) => onChange({ limitAmount: event.target.value })}
        />
      )}
    </div>
  );
}
