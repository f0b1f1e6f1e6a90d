import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startNgrokAgent } from '#engine/tunnel/ngrok-session.ts';
import {
  startTunnelHarness,
  type HarnessOptions,
  type TunnelHarness,
} from '#test/support/ngrok-stand-in/tunnel-harness.ts';

describe('a service that does not answer', () => {
  let harness: TunnelHarness;
  const start = async (options: HarnessOptions = {}): Promise<void> => {
    harness = await startTunnelHarness({ tunnel: { timing: { stepLimitMs: 1000 }, ...options.tunnel } });
  };
  afterEach(() => harness.close());

  it('is given up on when it accepts the connection and never speaks', async () => {
    const sockets = new Set<Socket>();
    const mute = createServer((socket) => void sockets.add(socket));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    await start({
      tunnel: { serverAddr: `127.0.0.1:${(mute.address() as AddressInfo).port}`, timing: { stepLimitMs: 200 } },
    });
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    const { message } = await harness.until('connecting', (status) => status.message !== null);
    expect(message).toContain('did not answer within 0.2 s');
    await harness.tunnel.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => mute.close(resolve));
  });

  it('is given up on when it leaves the sign-in unanswered, and tried again', async () => {
    await start();
    harness.service.service.onAuth = () => 'silence';
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('connecting', ({ message }) => message?.includes('did not answer') ?? false);
    harness.service.service.onAuth = () => null;
    expect((await harness.until('up')).message).toBeNull();
  });

  it('is given up on when it leaves the bind unanswered, and tried again', async () => {
    await start();
    harness.service.service.onBind = () => 'silence';
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('connecting', ({ message }) => message?.includes('did not answer') ?? false);
    harness.service.service.onBind = () => null;
    expect((await harness.until('up')).message).toBeNull();
  });

  it('does not hold up close while it is being dialled', async () => {
    await start({ tunnel: { timing: { stepLimitMs: 600_000 } } });
    harness.service.service.onAuth = () => 'silence';
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.tunnel.close();
    expect(harness.tunnel.status().state).toBe('off');
  });

  it('does not hold up close when the connection is half open', async () => {
    await start({ tunnel: { timing: { closeLimitMs: 200 } } });
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('up');
    harness.service.freezeAll();
    await harness.tunnel.close();
    expect(harness.tunnel.status().state).toBe('off');
  });
});

describe('an agent process in trouble', () => {
  let harness: TunnelHarness;
  const startWith = async (file: string): Promise<void> => {
    const entry = new URL(`../support/ngrok-stand-in/${file}`, import.meta.url);
    harness = await startTunnelHarness({
      tunnel: { startAgent: () => fork(entry, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }) },
    });
  };
  afterEach(() => harness.close());

  it('fails with what to do when the installation lacks the native component', async () => {
    await startWith('agent-without-sdk.ts');
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    const { message } = await harness.until('failed');
    expect(message).toContain("cannot be loaded (Cannot find module '@ngrok/ngrok-some-platform')");
    expect(message).toContain('Install');
  });

  it('is started again when it crashes, and the crash stays its own', async () => {
    await startWith('agent-that-crashes.ts');
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    const { message } = await harness.until('connecting', (status) => status.message !== null);
    expect(message).toContain('the ngrok agent ended');
    expect(message).toContain('keeps trying');
  });
});

describe('the process that holds the SDK', () => {
  it('ends when the one that started it is gone', async () => {
    const agent = startNgrokAgent();
    const exited = once(agent, 'exit');
    agent.disconnect();
    expect((await exited)[0]).toBe(0);
  });

  it('is not ended by an interrupt at the terminal, which the engine answers first', async () => {
    const agent = startNgrokAgent();
    const replied = once(agent, 'message');
    agent.send({ type: 'bind', domain: null, localUrl: 'http://127.0.0.1:1' });
    await replied;
    agent.kill('SIGINT');
    agent.send({ type: 'bind', domain: null, localUrl: 'http://127.0.0.1:1' });
    expect((await once(agent, 'message'))[0]).toMatchObject({ type: 'refused' });
    const exited = once(agent, 'exit');
    agent.send({ type: 'close' });
    expect((await exited)[0]).toBe(0);
  });
});
