import { useId } from 'react';
import { catalogue } from '#shared/spec/catalogue.ts';
import { attemptLimit } from '#shared/spec/limits.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { faultTypes, type ExperimentForm, type ExperimentFormErrors, type FaultType } from './experiment-form.ts';
import { SettingLine } from './setting-line.tsx';
import styles from './experiment.module.css';

export interface ExperimentFieldsProps {
  form: ExperimentForm;
  errors: ExperimentFormErrors;
  onChange: (change: Partial<ExperimentForm>) => void;
}

const faultLabels: Record<FaultType, string> = {
  '500': '500',
  timeout: 'Time-out',
  '401': '401',
  reset: 'Reset',
  other: 'Other status',
};

/** What the specification says comes after each answer (Errors). */
const faultNotes: Record<FaultType, string> = {
  '500': 'The sender retries; how long it waits in between is not shown in the specification.',
  timeout: 'No byte is sent until the sender hangs up: shows its time-out. A tunnel may give up earlier.',
  '401': 'The specification does not say what the sender does after it.',
  reset: 'The connection is reset. The specification does not mention it.',
  other: 'The specification knows 200, 401, 500 and time-out. 400 is not acted on.',
};

export function ExperimentFields(props: ExperimentFieldsProps) {
  const { form, errors, onChange } = props;
  return (
    <div className={styles.form}>
      <WhichEvents {...props} />
      <SettingLine label="Answer with">
        <Segmented
          label="Answer with"
          value={form.faultType}
          options={faultTypes.map((value) => ({ value, label: faultLabels[value] }))}
          onChange={(faultType) => onChange({ faultType })}
        />
        {form.faultType === 'other' ? <NumberField label="Status" field="status" {...props} /> : null}
        <p className={styles.note}>{faultNotes[form.faultType]}</p>
      </SettingLine>
      <SettingLine label="For">
        <Segmented
          label="Which attempts fail"
          value={form.endless ? 'all' : 'first'}
          options={[
            { value: 'all', label: 'Every attempt' },
            { value: 'first', label: 'The first …, then 200' },
          ]}
          onChange={(which) => onChange({ endless: which === 'all' })}
        />
        {form.endless ? (
          <p className={styles.note}>
            After {attemptLimit} failures the sender gives the event up; it is captured here and can be replayed.
          </p>
        ) : (
          <NumberField label="Attempts that fail" field="failures" {...props} />
        )}
      </SettingLine>
      <SettingLine label="Watch">
        <span>until</span>
        <NumberField label="Seconds without an attempt" field="quietSeconds" {...props} />
        <span>s pass without another attempt, at most</span>
        <NumberField label="Minutes at most" field="maxMinutes" {...props} />
        <span>minutes</span>
      </SettingLine>
      <SettingLine label="Traffic">
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={form.ownTraffic}
            onChange={(event) => onChange({ ownTraffic: event.currentTarget.checked })}
          />
          <span>Test events and replays take part too</span>
        </label>
        {errors.ownTraffic === undefined ? null : <p className={styles.note}>{errors.ownTraffic}</p>}
      </SettingLine>
      <p className={styles.note}>
        Until it ends, everything else is answered 200. What is armed now is in force again afterwards.
      </p>
    </div>
  );
}

function WhichEvents(props: ExperimentFieldsProps) {
  const { form, errors, onChange } = props;
  const kinds = useId();
  return (
    <SettingLine label="Fail">
      <Segmented
        label="Which events"
        value={form.scope}
        options={[
          { value: 'next', label: 'The next event' },
          { value: 'kind', label: 'Of a kind' },
          { value: 'filter', label: 'That match' },
        ]}
        onChange={(scope) => onChange({ scope })}
      />
      {form.scope === 'kind' ? (
        <div className={styles.grow}>
          <TextField
            label="Kind"
            bare
            mono
            list={kinds}
            placeholder="message.delivered"
            value={form.kind}
            invalid={errors.kind !== undefined}
            note={errors.kind ?? null}
            onChange={(event) => onChange({ kind: event.currentTarget.value })}
          />
          <datalist id={kinds}>
            {catalogue.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
        </div>
      ) : null}
      {form.scope === 'filter' ? (
        <div className={styles.grow}>
          <TextField
            label="Filter"
            bare
            mono
            placeholder="kind:sms"
            value={form.filter}
            invalid={errors.filter !== undefined}
            note={errors.filter ?? null}
            onChange={(event) => onChange({ filter: event.currentTarget.value })}
          />
        </div>
      ) : null}
      <NumberField label="Events" field="events" {...props} />
      <span>{form.events.trim() === '1' ? 'event' : 'events'}</span>
    </SettingLine>
  );
}

type NumberFieldName = 'events' | 'status' | 'failures' | 'quietSeconds' | 'maxMinutes';

function NumberField({
  label,
  field,
  form,
  errors,
  onChange,
}: ExperimentFieldsProps & { label: string; field: NumberFieldName }) {
  return (
    <div className={styles.number}>
      <TextField
        label={label}
        bare
        inputMode="decimal"
        value={form[field]}
        invalid={errors[field] !== undefined}
        note={errors[field] ?? null}
        onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      />
    </div>
  );
}
