import { Check, Circle, ShieldQuestionMark, Settings2 } from 'lucide-react';
import type { Status } from '#shared/protocol/status.ts';
import { useCommands } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Pill } from '#renderer/ui/pill.tsx';
import { authTypeWords } from '#renderer/ui/sender/auth-words.ts';
import { requiredHeader } from './curl-line.ts';
import { Step } from './step.tsx';
import styles from './onboarding.module.css';

/** What the sender must show. */
export function AuthStep({ receiver }: { receiver: Status['receiver'] }) {
  const commands = useCommands();
  const { type, mode } = receiver.auth;
  return (
    <Step number={3} title="Authentication" state={<Required auth={receiver.auth} />}>
      <p className={styles.text}>
        <Requirement type={type} mode={mode} />
      </p>
      <div className={styles.line}>
        <Button icon={<Settings2 aria-hidden />} onClick={() => void commands.run('sender.open')}>
          {type === 'none' ? 'Require credentials…' : 'Change…'}
        </Button>
      </div>
    </Step>
  );
}

function Required({ auth }: Pick<Status['receiver'], 'auth'>) {
  const { type, mode } = auth;
  if (type === 'none') {
    return (
      <Pill tone="neutral" icon={<Circle aria-hidden />}>
        not required
      </Pill>
    );
  }
  return mode === 'enforce' ? (
    <Pill tone="ok" icon={<Check aria-hidden />}>
      {authTypeWords[type]}
    </Pill>
  ) : (
    <Pill tone="info" icon={<ShieldQuestionMark aria-hidden />}>
      {authTypeWords[type]}, shadow
    </Pill>
  );
}

function Requirement({ type, mode }: Pick<Status['receiver']['auth'], 'type' | 'mode'>) {
  const header = requiredHeader(type);
  if (header === null) return 'Requests are accepted with or without credentials.';
  return (
    <>
      The sender must use <code>{header}</code>.{' '}
      {mode === 'enforce'
        ? 'Requests without it, or with a wrong one, are answered 401.'
        : 'Requests without it, or with a wrong one, are marked; the answer stays the same.'}
    </>
  );
}
