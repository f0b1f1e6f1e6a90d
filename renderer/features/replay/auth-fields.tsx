import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Field } from './field.tsx';
import { authTypes, type AuthType, type ReplayForm, type ReplayFormErrors } from './replay-form.ts';
import styles from './replay.module.css';

export interface AuthFieldsProps {
  form: ReplayForm;
  errors: ReplayFormErrors;
  onChange: (change: Partial<ReplayForm>) => void;
}

const labels: Record<AuthType, string> = { none: 'None', basic: 'Basic', apikey: 'ApiKey', bearer: 'Bearer' };
const secretLabels: Record<AuthType, string> = { none: '', basic: 'Password', apikey: 'Key', bearer: 'Token' };

/** How the replay authenticates itself; the captured credentials are never sent on. */
export function AuthFields({ form, errors, onChange }: AuthFieldsProps) {
  return (
    <Field label="Authentication">
      <Segmented
        label="Authentication"
        value={form.authType}
        options={authTypes.map((value) => ({ value, label: labels[value] }))}
        onChange={(authType) => onChange({ authType, secret: '' })}
      />
      {form.authType === 'basic' ? (
        <div className={styles.grow}>
          <TextField
            label="User"
            bare
            placeholder="User"
            value={form.user}
            invalid={errors.user !== undefined}
            note={errors.user ?? null}
            onChange={(event) => onChange({ user: event.currentTarget.value })}
          />
        </div>
      ) : null}
      {form.authType === 'none' ? null : (
        <div className={styles.grow}>
          <TextField
            label={secretLabels[form.authType]}
            bare
            type="password"
            placeholder={secretLabels[form.authType]}
            value={form.secret}
            invalid={errors.secret !== undefined}
            note={errors.secret ?? null}
            onChange={(event) => onChange({ secret: event.currentTarget.value })}
          />
        </div>
      )}
    </Field>
  );
}
