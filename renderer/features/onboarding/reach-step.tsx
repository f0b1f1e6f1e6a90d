import { Check, Circle, CircleDashed, TriangleAlert } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { Status, TunnelStatus } from '#shared/protocol/status.ts';
import { knownAddresses } from '#shared/spec/known-addresses.ts';
import { useActions, useEngine } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Pill, type Tone } from '#renderer/ui/pill.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { CopyLine } from './copy-line.tsx';
import { Step } from './step.tsx';
import styles from './onboarding.module.css';

export interface ReachStepProps {
  receiver: Status['receiver'];
  tunnel: TunnelStatus;
}

/** How the platform gets to this computer: a tunnel, or a proxy of one's own. */
export function ReachStep({ receiver, tunnel }: ReachStepProps) {
  return (
    <Step number={2} title="Make it reachable" state={<Reach tunnel={tunnel} />}>
      <p className={styles.text}>
        The platform calls HTTPS addresses only, with TLS 1.2 or higher. Open a tunnel, or put your own HTTPS proxy in
        front.
      </p>
      {tunnel.url === null ? null : <CopyLine what="the public URL" text={receiver.publicUrl} />}
      {tunnel.message === null ? null : <p className={styles.warning}>{tunnel.message}</p>}
      <TunnelForm tunnel={tunnel} />
      <dl className={styles.facts}>
        <dt>Calls come from</dt>
        <dd>
          <CopyLine what="the staging address" text={knownAddresses.staging} /> staging
          <CopyLine what="the production address" text={knownAddresses.production} /> production
        </dd>
      </dl>
      <p className={styles.caution}>
        <TriangleAlert aria-hidden />
        Host names that a cloud API gateway issues by default are not supported. Use a custom domain in front of one.
      </p>
    </Step>
  );
}

const looks: Record<TunnelStatus['state'], { tone: Tone; word: string; icon: typeof Check }> = {
  off: { tone: 'neutral', word: 'no tunnel', icon: Circle },
  connecting: { tone: 'info', word: 'connecting…', icon: CircleDashed },
  up: { tone: 'ok', word: 'tunnel up', icon: Check },
  down: { tone: 'warn', word: 'tunnel down, trying again', icon: TriangleAlert },
  failed: { tone: 'danger', word: 'tunnel failed', icon: TriangleAlert },
};

function Reach({ tunnel }: { tunnel: TunnelStatus }) {
  const { tone, word, icon: Icon } = looks[tunnel.state];
  return (
    <Pill tone={tone} icon={<Icon aria-hidden />}>
      {word}
    </Pill>
  );
}

function TunnelForm({ tunnel }: { tunnel: TunnelStatus }) {
  const engine = useEngine();
  const { report } = useActions();
  const [authtoken, setAuthtoken] = useState('');
  const [remember, setRemember] = useState(true);
  const on = tunnel.state !== 'off' && tunnel.state !== 'failed';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = on ? { on: false } : { on: true, remember, ...(authtoken === '' ? {} : { authtoken }) };
    engine.call('tunnel.write', { body }).then(() => setAuthtoken(''), report);
  };
  if (on) {
    return (
      <form onSubmit={submit}>
        <Button type="submit">Close the tunnel</Button>
      </form>
    );
  }
  return (
    <form className={styles.line} onSubmit={submit}>
      <div className={styles.token}>
        <TextField
          label="ngrok authtoken"
          bare
          mono
          type="password"
          placeholder={tunnel.hasToken ? 'ngrok authtoken, kept from before' : 'ngrok authtoken'}
          value={authtoken}
          onChange={(event) => setAuthtoken(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" disabled={!tunnel.hasToken && authtoken === ''}>
        Open a tunnel
      </Button>
      <label className={styles.tick}>
        <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
        Remember
      </label>
    </form>
  );
}
