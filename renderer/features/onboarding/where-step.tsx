import { Check, CircleDashed, Circle, TriangleAlert } from 'lucide-react';
import { assertNever } from '#shared/errors/assert-never.ts';
import type { Status } from '#shared/protocol/status.ts';
import { useActions, useEngine } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Pill } from '#renderer/ui/pill.tsx';
import { CopyLine } from './copy-line.tsx';
import { Step } from './step.tsx';
import styles from './onboarding.module.css';

/** Where the receiver listens on this computer. */
export function WhereStep({ receiver }: { receiver: Status['receiver'] }) {
  const engine = useEngine();
  const { report } = useActions();
  const start = (): void => {
    engine.call('receiver.write', { body: { listening: true } }).catch(report);
  };
  return (
    <Step number={1} title="Where" state={<Listening state={receiver.state} />}>
      <div className={styles.line}>
        <CopyLine what="the local URL" text={receiver.url} />
        {receiver.state === 'stopped' || receiver.state === 'error' ? (
          <Button variant="primary" onClick={start}>
            Start receiving
          </Button>
        ) : null}
      </div>
      {receiver.message === null ? null : <p className={styles.warning}>{receiver.message}</p>}
    </Step>
  );
}

function Listening({ state }: { state: Status['receiver']['state'] }) {
  switch (state) {
    case 'receiving':
      return (
        <Pill tone="ok" icon={<Check aria-hidden />} title="A test request to itself came back">
          listening
        </Pill>
      );
    case 'starting':
      return (
        <Pill tone="info" icon={<CircleDashed aria-hidden />}>
          starting…
        </Pill>
      );
    case 'stopped':
      return (
        <Pill tone="neutral" icon={<Circle aria-hidden />}>
          stopped
        </Pill>
      );
    case 'error':
      return (
        <Pill tone="danger" icon={<TriangleAlert aria-hidden />}>
          not listening
        </Pill>
      );
    default:
      return assertNever(state);
  }
}
