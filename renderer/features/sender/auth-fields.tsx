import { TriangleAlert } from 'lucide-react';
import { authTypes, checkModes, type CheckMode, type Sender } from '#shared/protocol/sender.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { authTypeWords, checkModeWords, type AuthType } from '#renderer/ui/sender/auth-words.ts';
import { keepsSecret, wantsName, wantsSecret, withType, type SenderErrors, type SenderForm } from './sender-form.ts';
import { SenderField } from './sender-field.tsx';
import styles from './sender.module.css';

export interface AuthFieldsProps {
  form: SenderForm;
  /** What is in force. */
  sender: Sender;
  errors: SenderErrors;
  onChange: (form: SenderForm) => void;
}

const nameLabels = { basic: 'User', oauth: 'Client id', jwks: 'Address of the keys' } as const;
const secretLabels: Partial<Record<AuthType, string>> = {
  basic: 'Password',
  apikey: 'Key',
  bearer: 'Token',
  oauth: 'Client secret',
};
const explanations: Record<AuthType, string> = {
  none: 'Requests are taken with or without credentials.',
  basic: 'The sender shows Authorization: basic <BASE64_CREDENTIALS>.',
  apikey: 'The sender shows ApiKey: <API_KEY>.',
  bearer: 'The sender shows Authorization: <BEARER_TOKEN>, with or without the word Bearer.',
  oauth: 'The sender fetches a token here with its client id and secret, and shows it in Authorization.',
  jwks: 'The sender shows a signed token in Authorization; it is checked with the keys at the address.',
};
const modeExplanations: Record<CheckMode, string> = {
  enforce: 'Missing or wrong credentials are answered 401, as the specification asks of a receiver.',
  shadow: 'The answer stays what it would be without; every request says whether it would have been 401.',
};

/** How the sender proves itself. */
export function AuthFields({ form, sender, errors, onChange }: AuthFieldsProps) {
  return (
    <div className={styles.form}>
      <SenderField label="Type" note={explanations[form.type]}>
        <Segmented
          label="Type of authentication"
          value={form.type}
          options={authTypes.map((value) => ({ value, label: authTypeWords[value] }))}
          onChange={(type) => onChange(withType(form, type, sender))}
        />
      </SenderField>
      {wantsName(form.type) || wantsSecret(form.type) ? (
        <Credentials form={form} sender={sender} errors={errors} onChange={onChange} />
      ) : null}
      {form.type === 'jwks' ? <Claims form={form} onChange={onChange} /> : null}
      {form.type === 'none' ? null : (
        <SenderField label="Mode" note={modeExplanations[form.mode]}>
          <Segmented
            label="Mode of authentication"
            value={form.mode}
            options={checkModes.map((value) => ({ value, label: checkModeWords[value] }))}
            onChange={(mode) => onChange({ ...form, mode })}
          />
        </SenderField>
      )}
      {sender.auth.message === null ? null : (
        <p className={styles.warning}>
          <TriangleAlert aria-hidden /> {sender.auth.message}
        </p>
      )}
    </div>
  );
}

function Credentials({ form, sender, errors, onChange }: AuthFieldsProps) {
  const { type } = form;
  const isKept = keepsSecret(form, sender);
  return (
    <SenderField
      label="Credentials"
      note={
        type === 'jwks' ? null : 'A secret may be given as env:NAME or file:PATH; it is read where the engine runs.'
      }
    >
      {wantsName(type) ? (
        <div className={styles.grow}>
          <TextField
            label={nameLabels[type]}
            mono
            value={form.name}
            placeholder={type === 'jwks' ? 'https://…/jwks.json or file:PATH' : ''}
            invalid={errors.name !== undefined}
            note={errors.name ?? null}
            onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
          />
        </div>
      ) : null}
      {wantsSecret(type) ? (
        <div className={styles.grow}>
          <TextField
            label={secretLabels[type] ?? ''}
            type="password"
            mono
            value={form.secret}
            placeholder={isKept ? 'set; leave empty to keep' : ''}
            invalid={errors.secret !== undefined}
            note={errors.secret ?? null}
            onChange={(event) => onChange({ ...form, secret: event.currentTarget.value })}
          />
        </div>
      ) : null}
      {type === 'oauth' ? (
        <div className={styles.number}>
          <TextField
            label="Tokens live, seconds"
            inputMode="numeric"
            value={form.lifetimeSeconds}
            invalid={errors.lifetime !== undefined}
            note={errors.lifetime ?? null}
            onChange={(event) => onChange({ ...form, lifetimeSeconds: event.currentTarget.value })}
          />
        </div>
      ) : null}
    </SenderField>
  );
}

/** Empty claims are not checked. */
function Claims({ form, onChange }: Pick<AuthFieldsProps, 'form' | 'onChange'>) {
  return (
    <SenderField label="Claims" note="What a token must say; empty: not checked.">
      <div className={styles.grow}>
        <TextField
          label="Audience (aud)"
          mono
          value={form.audience}
          onChange={(event) => onChange({ ...form, audience: event.currentTarget.value })}
        />
      </div>
      <div className={styles.grow}>
        <TextField
          label="Issuer (iss)"
          mono
          value={form.issuer}
          onChange={(event) => onChange({ ...form, issuer: event.currentTarget.value })}
        />
      </div>
    </SenderField>
  );
}
