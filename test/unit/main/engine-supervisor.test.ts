import { describe, expect, it } from 'vitest';
import { linkEngine } from '#main/engine-child.ts';
import { superviseEngine } from '#main/engine-supervisor.ts';
import type { EngineBootConfig, EngineReady, EngineReport } from '#shared/host/engine-boot.ts';
import { UtilityProcessStandIn } from '#test/support/electron-stand-in.ts';

const config: EngineBootConfig = {
  host: '127.0.0.1',
  port: 4180,
  uiPort: 4181,
  captureFile: '/data/default.hookloupe',
  auth: 'none',
  token: 'secret',
  tunnel: 'none',
  tunnelDomain: null,
  ngrokAuthtoken: null,
  tls: null,
  bodyLimitBytes: 1,
  rendererFolder: null,
  settingsFolder: '/data',
  logLevel: 'info',
};

const readyOn = (port: number, uiPort: number): EngineReady => ({
  type: 'ready',
  receiverUrl: `http://127.0.0.1:${port}/`,
  uiUrl: `http://127.0.0.1:${uiPort}/?token=secret`,
  captureFile: config.captureFile,
});
const taken: EngineReport = { type: 'failed', code: 'PORT_TAKEN', message: 'taken' };

/** Lets everything that can happen without time happen. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function supervised() {
  const children: UtilityProcessStandIn[] = [];
  const events: [what: string, ...rest: unknown[]][] = [];
  const sleeps: { ms: number; wake: () => void }[] = [];
  let clockMs = 0;
  const supervisor = superviseEngine({
    config,
    fork: () => {
      const child = new UtilityProcessStandIn();
      children.push(child);
      return linkEngine(child as never);
    },
    onReady: (ready) => events.push(['ready', ready.receiverUrl, ready.uiUrl]),
    onDown: (exitCode, delayMs) => events.push(['down', exitCode, delayMs]),
    onFailure: ({ code, message }) => events.push(['failure', code, message]),
    now: () => clockMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        sleeps.push({ ms, wake: resolve });
        signal.addEventListener('abort', () => resolve());
      }),
  });
  const last = (): UtilityProcessStandIn => {
    const child = children.at(-1);
    if (child === undefined) throw new Error('No engine was started.');
    return child;
  };
  return {
    supervisor,
    children,
    events,
    last,
    advance: (ms: number) => (clockMs += ms),
    say: (report: EngineReport): Promise<void> => {
      last().say(report);
      return settle();
    },
    die: (code: number): Promise<void> => {
      last().end(code);
      return settle();
    },
    wake: (ms: number): Promise<void> => {
      sleeps.findLast((sleep) => sleep.ms === ms)?.wake();
      return settle();
    },
  };
}

const portsOf = (child: UtilityProcessStandIn): number[] => {
  const [boot] = child.orders;
  return boot?.type === 'boot' ? [boot.config.port, boot.config.uiPort] : [];
};

describe('the engine of the desktop app', () => {
  it('is told its configuration in a message and reported when it is ready', async () => {
    const { last, say, events } = supervised();
    expect(last().orders).toEqual([{ type: 'boot', config }]);
    await say(readyOn(4180, 4181));
    expect(events).toEqual([['ready', 'http://127.0.0.1:4180/', 'http://127.0.0.1:4181/?token=secret']]);
  });

  it('starts again after a death, later each time, up to 30 s', async () => {
    const { say, die, wake, events } = supervised();
    const delays = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000];
    for (const delayMs of delays) {
      await say(readyOn(4180, 4181));
      await die(70);
      await wake(delayMs);
    }
    expect(events.filter(([what]) => what === 'down')).toEqual(delays.map((delayMs) => ['down', 70, delayMs]));
  });

  it('starts again fast when it had run for a while', async () => {
    const { say, die, wake, advance, events } = supervised();
    for (const delayMs of [1000, 2000]) {
      await say(readyOn(4180, 4181));
      await die(70);
      await wake(delayMs);
    }
    await say(readyOn(4180, 4181));
    advance(60_000);
    await die(70);
    expect(events.at(-1)).toEqual(['down', 70, 1000]);
  });

  it('comes back on the ports it had', async () => {
    const { say, die, wake, last } = supervised();
    await say(readyOn(50_001, 50_002));
    await die(70);
    await wake(1000);
    expect(portsOf(last())).toEqual([50_001, 50_002]);
  });

  it('gives way where a port is taken, the page before the receiver', async () => {
    const { children, say, die } = supervised();
    await say(taken);
    await die(0);
    await say(taken);
    await die(0);
    expect(children.map(portsOf)).toEqual([
      [4180, 4181],
      [4180, 0],
      [0, 0],
    ]);
  });

  it('is not tried again when it cannot start at all', async () => {
    const { children, say, die, events } = supervised();
    await say({ type: 'failed', code: 'CAPTURE_LOCKED', message: 'open elsewhere' });
    await die(0);
    expect(events).toEqual([['failure', 'CAPTURE_LOCKED', 'open elsewhere']]);
    expect(children).toHaveLength(1);
  });

  it('is reported with its code when it ends before it is ready', async () => {
    const { die, events } = supervised();
    await die(70);
    expect(events).toMatchObject([['failure', 'INTERNAL', /code 70/]]);
  });

  it('is ended when it says what nobody understands', () => {
    const { last } = supervised();
    last().emit('message', { type: 'ready', uiUrl: 'javascript:alert(1)' });
    expect(last().wasKilled).toBe(true);
  });
});

describe('quitting', () => {
  it('waits until the engine has ended', async () => {
    const { supervisor, say, die, last, children } = supervised();
    await say(readyOn(4180, 4181));
    const closed = supervisor.close();
    expect(last().orders.at(-1)).toEqual({ type: 'close' });
    await die(0);
    await closed;
    expect(last().wasKilled).toBe(false);
    expect(children).toHaveLength(1);
  });

  it('waits for 5 s at most', async () => {
    const { supervisor, say, wake, last } = supervised();
    await say(readyOn(4180, 4181));
    const closed = supervisor.close();
    await wake(5000);
    await closed;
    expect(last().wasKilled).toBe(true);
  });

  it('does not wait for an engine that is about to be started again', async () => {
    const { supervisor, say, die, children } = supervised();
    await say(readyOn(4180, 4181));
    await die(70);
    await supervisor.close();
    expect(children).toHaveLength(1);
  });
});
