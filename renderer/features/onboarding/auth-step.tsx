import { Check, Circle } from 'lucide-react';
import type { Status } from '#shared/protocol/status.ts';
import { Pill } from '#renderer/ui/pill.tsx';
import { requiredHeader } from './curl-line.ts';
import { Step } from './step.tsx';
import styles from './onboarding.module.css';

const words: Record<Status['receiver']['auth']['type'], string> = {
  none: 'not required',
  basic: 'Basic',
  apikey: 'API key',
  bearer: 'Bearer token',
};

/** What the sender must show. Which it is was decided when the engine started. */
export function AuthStep({ receiver }: { receiver: Status['receiver'] }) {
  const { type } = receiver.auth;
  const header = requiredHeader(type);
  return (
    <Step
      number={3}
      title="Authentication"
      state={
        <Pill
          tone={type === 'none' ? 'neutral' : 'ok'}
          icon={type === 'none' ? <Circle aria-hidden /> : <Check aria-hidden />}
        >
          {words[type]}
        </Pill>
      }
    >
      {header === null ? (
        <p className={styles.text}>
          Requests are accepted with or without credentials. Start with <code>--auth</code> to require them; then wrong
          or missing ones are answered 401.
        </p>
      ) : (
        <p className={styles.text}>
          The sender must use <code>{header}</code>. Requests without it, or with a wrong one, are answered 401.
        </p>
      )}
    </Step>
  );
}
