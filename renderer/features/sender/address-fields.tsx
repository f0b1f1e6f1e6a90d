import { Plus, RotateCcw, X } from 'lucide-react';
import { knownAddressSchema, type AllowList } from '#shared/protocol/sender.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { addAddress, withSpecAddresses, type AddressLine, type SenderErrors, type SenderForm } from './sender-form.ts';
import { SenderField } from './sender-field.tsx';
import styles from './sender.module.css';

export interface AddressFieldsProps {
  form: SenderForm;
  errors: SenderErrors;
  onChange: (form: SenderForm) => void;
}

const environments = knownAddressSchema.shape.environment.options;
const modeWords: Record<AllowList['mode'], string> = { off: 'Off', shadow: 'Shadow', enforce: 'Enforce' };
const modeExplanations: Record<AllowList['mode'], string> = {
  off: 'Requests from every address are taken.',
  shadow: 'The answer stays what it would be without; requests from other addresses are marked.',
  enforce: 'Requests from other addresses are stored and answered 401. Test events and replays of ours are let in.',
};

/** Which addresses stand for which environment, and whether others are let in. */
export function AddressFields({ form, errors, onChange }: AddressFieldsProps) {
  const change = (line: AddressLine): void =>
    onChange({ ...form, addresses: form.addresses.map((other) => (other.key === line.key ? line : other)) });
  return (
    <div className={styles.form}>
      <SenderField
        label="Known addresses"
        note="They give a request its environment: an address, or a network such as 10.0.0.0/8. Behind a proxy on this machine the last X-Forwarded-For value counts."
      >
        <ul className={styles.addresses} aria-label="Known addresses">
          {form.addresses.map((line, index) => (
            <li key={line.key} className={styles.address}>
              <Segmented
                label={`Environment of address ${index + 1}`}
                value={line.environment}
                options={environments.map((value) => ({ value, label: value }))}
                onChange={(environment) => change({ ...line, environment })}
              />
              <div className={styles.grow}>
                <TextField
                  label={`Address ${index + 1}`}
                  bare
                  mono
                  value={line.address}
                  placeholder="52.73.72.6 or 10.0.0.0/8"
                  invalid={errors[`address ${line.key}`] !== undefined}
                  note={errors[`address ${line.key}`] ?? null}
                  onChange={(event) => change({ ...line, address: event.currentTarget.value })}
                />
              </div>
              <IconButton
                label={`Remove address ${index + 1}`}
                onClick={() => onChange({ ...form, addresses: form.addresses.filter(({ key }) => key !== line.key) })}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        <Button icon={<Plus aria-hidden />} onClick={() => onChange(addAddress(form))}>
          Add an address
        </Button>
        <Button variant="quiet" icon={<RotateCcw aria-hidden />} onClick={() => onChange(withSpecAddresses(form))}>
          Reset to the specification’s
        </Button>
      </SenderField>
      <SenderField label="Allow-list" note={modeExplanations[form.listMode]}>
        <Segmented
          label="Allow-list"
          value={form.listMode}
          options={(['off', 'shadow', 'enforce'] as const).map((value) => ({ value, label: modeWords[value] }))}
          onChange={(listMode) => onChange({ ...form, listMode })}
        />
        <div className={styles.grow}>
          <TextField
            label="Addresses let in"
            bare
            mono
            value={form.listed}
            disabled={form.listMode === 'off'}
            placeholder="empty: the known addresses above"
            invalid={errors.listed !== undefined}
            note={errors.listed ?? null}
            onChange={(event) => onChange({ ...form, listed: event.currentTarget.value })}
          />
        </div>
      </SenderField>
    </div>
  );
}
