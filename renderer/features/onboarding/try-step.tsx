import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { Status } from '#shared/protocol/status.ts';
import { useActions, useEngine } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyLine } from './copy-line.tsx';
import { curlLine } from './curl-line.ts';
import { Step } from './step.tsx';
import styles from './onboarding.module.css';

const scenarios = [
  { scenario: 'all-kinds', label: 'All 21 kinds' },
  { scenario: 'out-of-order', label: 'A story out of order' },
  { scenario: 'duplicates', label: 'Duplicates' },
] as const;

/** Something to look at before the platform calls. */
export function TryStep({ receiver }: { receiver: Status['receiver'] }) {
  const engine = useEngine();
  const { toast, report } = useActions();
  const [sending, setSending] = useState(false);
  const [openedAt] = useState(() => new Date().toISOString());
  const send = (scenario: string): void => {
    setSending(true);
    engine
      .call('simulations.create', { body: { scenario } })
      .then(({ sent }) => toast(`Sent ${sent} test events`, { tone: 'ok' }), report)
      .finally(() => setSending(false));
  };
  return (
    <Step number={4} title="Try it">
      <div className={styles.line}>
        <span className={styles.text}>Send test events:</span>
        {scenarios.map(({ scenario, label }) => (
          <Button
            key={scenario}
            icon={<FlaskConical aria-hidden />}
            disabled={sending || receiver.state !== 'receiving'}
            onClick={() => send(scenario)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className={styles.text}>They are marked as own traffic. Or from a terminal:</p>
      <CopyLine what="the cURL command" text={curlLine(receiver, openedAt)} block />
      <output className={styles.waiting}>
        <span className={styles.pulse} aria-hidden />
        Waiting for the first real request…
      </output>
    </Step>
  );
}
