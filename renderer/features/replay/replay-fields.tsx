import { useEffect, useId, useRef } from 'react';
import { replayOrders } from '#shared/protocol/replay.ts';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { AuthFields } from './auth-fields.tsx';
import { BodyEditor } from './body-editor.tsx';
import { Field, FieldNote } from './field.tsx';
import { isLoopback, readTarget, type PaceType, type ReplayForm, type ReplayFormErrors } from './replay-form.ts';
import { SubjectLine } from './subject-line.tsx';
import { readTargets } from './target-memory.ts';
import type { ReplaySubject } from './use-replay-subject.ts';
import styles from './replay.module.css';

export interface ReplayFieldsProps {
  form: ReplayForm;
  errors: ReplayFormErrors;
  /** Why the engine refused the last try; null if it did not. */
  failure: string | null;
  /** null: no delivery is selected, or it is being read. */
  subject: ReplaySubject | null;
  editing: boolean;
  /** Deliveries that match the filter. */
  matching: number;
  filter: string;
  onChange: (change: Partial<ReplayForm>) => void;
  onEditing: (editing: boolean) => void;
}

export function ReplayFields(props: ReplayFieldsProps) {
  const { form, errors, failure, subject, editing, matching, filter, onChange, onEditing } = props;
  const ofOne = form.scope === 'one';
  return (
    <div className={styles.form}>
      {failure === null ? null : (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <Field label="What">
        <Segmented
          label="What to replay"
          value={form.scope}
          options={[
            { value: 'one', label: 'This delivery', disabled: subject === null && !ofOne },
            { value: 'filter', label: `All ${formatCount(matching)} that match`, disabled: matching === 0 },
          ]}
          onChange={(scope) => onChange({ scope, editedBody: null })}
        />
        {ofOne ? <SubjectLine subject={subject} /> : <code className={styles.filter}>{filter || 'no filter'}</code>}
      </Field>
      <TargetFields form={form} errors={errors} onChange={onChange} />
      <AuthFields form={form} errors={errors} onChange={onChange} />
      {ofOne ? (
        <BodyEditor subject={subject} editing={editing} onEditing={onEditing} onChange={onChange} />
      ) : (
        <RunFields form={form} errors={errors} onChange={onChange} />
      )}
    </div>
  );
}

type PartProps = Pick<ReplayFieldsProps, 'form' | 'errors' | 'onChange'>;

function TargetFields({ form, errors, onChange }: PartProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const url = readTarget(form.url);
  useEffect(() => input.current?.focus(), []);
  return (
    <Field label="To">
      <div className={styles.grow}>
        <TextField
          ref={input}
          label="Target URL"
          bare
          mono
          list={listId}
          placeholder="http://127.0.0.1:3000/webhooks"
          value={form.url}
          invalid={errors.url !== undefined}
          note={errors.url ?? null}
          onChange={(event) => onChange({ url: event.currentTarget.value, confirmed: false })}
        />
        <datalist id={listId}>
          {readTargets(localStorage).map((target) => (
            <option key={target}>{target}</option>
          ))}
        </datalist>
        {url !== null && !isLoopback(url) ? (
          <label className={styles.confirm}>
            <input
              type="checkbox"
              checked={form.confirmed}
              onChange={(event) => onChange({ confirmed: event.currentTarget.checked })}
            />
            <span>
              Send captured data to <b>{url.host}</b>, which is not this computer
            </span>
          </label>
        ) : null}
        {errors.confirmed === undefined ? null : <FieldNote invalid>{errors.confirmed}</FieldNote>}
      </div>
    </Field>
  );
}

const orderLabels: Record<ReplayForm['order'], string> = {
  arrival: 'As it arrived',
  event_ts: 'By event_ts',
  shuffle: 'Shuffled',
};
const paceOptions: readonly { value: PaceType; label: string }[] = [
  { value: 'fast', label: 'As fast as it goes' },
  { value: 'original', label: 'Original pace' },
  { value: 'times', label: '× original' },
  { value: 'rate', label: 'per second' },
];

function RunFields({ form, errors, onChange }: PartProps) {
  return (
    <>
      <Field label="Order">
        <Segmented
          label="Order"
          value={form.order}
          options={replayOrders.map((value) => ({ value, label: orderLabels[value] }))}
          onChange={(order) => onChange({ order })}
        />
      </Field>
      <Field label="Pace">
        <Segmented
          label="Pace"
          value={form.paceType}
          options={paceOptions}
          onChange={(paceType) => onChange({ paceType })}
        />
        {form.paceType === 'times' || form.paceType === 'rate' ? (
          <div className={styles.number}>
            <TextField
              label={form.paceType === 'times' ? 'Times the original pace' : 'Requests per second'}
              bare
              inputMode="decimal"
              value={form.paceValue}
              invalid={errors.paceValue !== undefined}
              note={errors.paceValue ?? null}
              onChange={(event) => onChange({ paceValue: event.currentTarget.value })}
            />
          </div>
        ) : null}
      </Field>
      <Field label="At once">
        <div className={styles.number}>
          <TextField
            label="Requests at once"
            bare
            inputMode="numeric"
            value={form.concurrency}
            invalid={errors.concurrency !== undefined}
            note={errors.concurrency ?? null}
            onChange={(event) => onChange({ concurrency: event.currentTarget.value })}
          />
        </div>
        <FieldNote>1 keeps the order; more is faster and mixes it.</FieldNote>
      </Field>
    </>
  );
}
