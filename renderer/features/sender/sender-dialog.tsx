// What is required of the sender, and what senders showed: authentication, known addresses, credentials seen. It opens by command, so
// whoever has a button for it only runs `sender.open`. Nothing is in force before Apply, and no secret is ever read back.
import { useState } from 'react';
import { AppError } from '#shared/errors/app-error.ts';
import type { Sender } from '#shared/protocol/sender.ts';
import { useActions, useCommand, useInspector } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { Tabs } from '#renderer/ui/tabs.tsx';
import { AddressFields } from './address-fields.tsx';
import { AuthFields } from './auth-fields.tsx';
import { CredentialTimeline } from './credential-timeline.tsx';
import {
  checkSenderForm,
  partOfErrors,
  placeFailure,
  toSenderChange,
  toSenderForm,
  type SenderErrors,
  type SenderForm,
} from './sender-form.ts';
import { TokenEndpoint } from './token-endpoint.tsx';
import { useSender } from './use-sender.ts';
import styles from './sender.module.css';

type Part = 'authentication' | 'addresses' | 'credentials';

export function SenderDialog() {
  const [open, setOpen] = useState(false);
  const [part, setPart] = useState<Part>('authentication');
  useCommand('sender.open', () => setOpen(true));
  // What was typed and not applied, secrets above all, goes with the dialog.
  return open ? <OpenDialog part={part} onPart={setPart} onClose={() => setOpen(false)} /> : null;
}

interface OpenDialogProps {
  part: Part;
  onPart: (part: Part) => void;
  onClose: () => void;
}

function OpenDialog({ part, onPart, onClose }: OpenDialogProps) {
  const facts = useSender(true);
  const { sender, credentials } = facts;
  const [draft, setDraft] = useState<SenderForm | null>(null);
  const [remember, setRemember] = useState(false);
  const apply = useApply(facts.write, {
    onApplied: () => {
      setDraft(null);
      setRemember(false);
    },
    onErrors: (errors) => onPart(partOfErrors(errors) ?? part),
  });
  const publicUrl = useInspector((state) => state.status?.receiver.publicUrl ?? null);
  const { applyFilter } = useActions();
  const form = draft ?? (sender === null ? null : toSenderForm(sender));
  const change = form === null || sender === null ? null : toSenderChange(form, sender);
  const showCredential = (ordinal: number): void => {
    applyFilter(`credential:${ordinal}`);
    onClose();
  };

  const edit = (next: SenderForm): void => {
    setDraft(next);
    apply.forget();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title="Sender"
      description="Who may send here, how a sender proves itself, and which credentials came."
      footer={
        <>
          <RememberTick remember={remember} onChange={setRemember} />
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabled={apply.running || form === null || (change === null && !remember)}
            onClick={() => form && sender && void apply.run({ form, sender, remember })}
          >
            Apply
          </Button>
        </>
      }
    >
      {form === null || sender === null ? (
        <p className={styles.text}>{facts.error ?? 'Reading…'}</p>
      ) : (
        <div className={styles.parts}>
          <Tabs
            label="Parts of the sender"
            value={part}
            onChange={onPart}
            tabs={[
              { value: 'authentication', label: 'Authentication' },
              { value: 'addresses', label: 'Addresses' },
              { value: 'credentials', label: 'Credentials seen', count: credentials?.total ?? null },
            ]}
          >
            <div className={styles.part}>
              {apply.errors.form === undefined ? null : <p className={styles.failure}>{apply.errors.form}</p>}
              {part === 'authentication' ? (
                <>
                  <AuthFields form={form} sender={sender} errors={apply.errors} onChange={edit} />
                  <TokenEndpoint sender={sender} publicUrl={publicUrl} />
                </>
              ) : part === 'addresses' ? (
                <AddressFields form={form} errors={apply.errors} onChange={edit} />
              ) : (
                <CredentialTimeline credentials={credentials} onShow={showCredential} />
              )}
            </div>
          </Tabs>
        </div>
      )}
    </Dialog>
  );
}

function RememberTick({ remember, onChange }: { remember: boolean; onChange: (remember: boolean) => void }) {
  return (
    <label className={styles.remember}>
      <input type="checkbox" checked={remember} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        Remember on this machine
        <small>
          In settings.json, which only your user can read; a secret in clear, unless it is given as env:NAME or
          file:PATH.
        </small>
      </span>
    </label>
  );
}

interface ApplyInput {
  form: SenderForm;
  sender: Sender;
  remember: boolean;
}

/** Checks, sends and says what came of it; the form is only let go once the engine has taken it. */
function useApply(
  write: ReturnType<typeof useSender>['write'],
  { onApplied, onErrors }: { onApplied: () => void; onErrors: (errors: SenderErrors) => void },
) {
  const { toast } = useActions();
  const [errors, setErrors] = useState<SenderErrors>({});
  const [running, setRunning] = useState(false);
  const run = async ({ form, sender, remember }: ApplyInput): Promise<void> => {
    const show = (found: SenderErrors): void => {
      setErrors(found);
      onErrors(found);
    };
    const found = checkSenderForm(form, sender);
    show(found);
    if (Object.keys(found).length > 0) return;
    setRunning(true);
    try {
      await write({ ...toSenderChange(form, sender), remember });
      onApplied();
      toast(remember ? 'Applied, and remembered on this machine' : 'Applied until Hookloupe ends', { tone: 'ok' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // Then the change is in force, and only not remembered.
      const isOfSettings = error instanceof AppError && error.code === 'SETTINGS_UNWRITABLE';
      show({ [isOfSettings ? 'form' : placeFailure(message, form, sender)]: message });
    } finally {
      setRunning(false);
    }
  };
  return { errors, running, run, forget: () => setErrors({}) };
}
