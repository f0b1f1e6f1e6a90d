import { Cable, ChevronDown } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { TunnelState, TunnelStatus } from '#shared/protocol/status.ts';
import { useActions, useEngine, useInspector } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Pill, type Tone } from '#renderer/ui/pill.tsx';
import { Popover } from '#renderer/ui/popup/popover.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import styles from './tunnel-control.module.css';
import toolbarStyles from './toolbar.module.css';

const words: Record<TunnelState, { tone: Tone; word: string }> = {
  off: { tone: 'neutral', word: 'Off' },
  connecting: { tone: 'info', word: 'Connecting…' },
  up: { tone: 'ok', word: 'Up' },
  down: { tone: 'warn', word: 'Down, trying again' },
  failed: { tone: 'danger', word: 'Failed' },
};

/** Opens and closes the ngrok tunnel; the token can be written and never read back. */
export function TunnelControl() {
  const tunnel = useInspector((s) => s.status?.tunnel);
  if (tunnel === undefined) return null;
  const { tone, word } = words[tunnel.state];
  return (
    <Popover
      label="Tunnel"
      trigger={
        <Button
          className={toolbarStyles.shrinks}
          aria-label={`Tunnel: ${word}`}
          title={`Tunnel: ${word}`}
          icon={<Cable aria-hidden />}
        >
          <span>Tunnel</span>
          <i className={styles.dot} data-tone={tone} />
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <div className={styles.head}>
        <b>ngrok tunnel</b>
        <Pill tone={tone}>{word}</Pill>
      </div>
      {tunnel.url === null ? null : <code className={styles.url}>{tunnel.url}</code>}
      {tunnel.message === null ? null : <p className={styles.message}>{tunnel.message}</p>}
      <TunnelForm tunnel={tunnel} />
    </Popover>
  );
}

function TunnelForm({ tunnel }: { tunnel: TunnelStatus }) {
  const [authtoken, setAuthtoken] = useState('');
  const [domain, setDomain] = useState('');
  const [remember, setRemember] = useState(true);
  const engine = useEngine();
  const { keepAuthtoken, toast, report } = useActions();
  const isOn = tunnel.state !== 'off' && tunnel.state !== 'failed';

  const open = async (): Promise<void> => {
    if (remember && authtoken !== '' && keepAuthtoken !== null) {
      const { message } = await keepAuthtoken(authtoken);
      if (message !== null) toast(message, { tone: 'warn' });
    }
    const given = { ...(authtoken && { authtoken }), ...(domain && { domain }) };
    await engine.call('tunnel.write', { body: { on: true, ...given, remember: remember && keepAuthtoken === null } });
    setAuthtoken('');
  };
  const close = async (): Promise<void> => {
    await engine.call('tunnel.write', { body: { on: false } });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    (isOn ? close() : open()).catch(report);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {isOn ? null : (
        <>
          <TextField
            label="Authtoken"
            type="password"
            mono
            value={authtoken}
            placeholder={tunnel.hasToken ? 'kept from before' : 'from the ngrok dashboard'}
            onChange={(event) => setAuthtoken(event.target.value)}
          />
          <TextField
            label="Own domain"
            mono
            value={domain}
            placeholder="optional"
            onChange={(event) => setDomain(event.target.value)}
          />
          <label className={styles.check}>
            <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
            Remember on this machine
          </label>
        </>
      )}
      <Button
        type="submit"
        variant={isOn ? 'outline' : 'primary'}
        disabled={!isOn && !tunnel.hasToken && authtoken === ''}
      >
        {isOn ? 'Close the tunnel' : 'Open the tunnel'}
      </Button>
    </form>
  );
}
