import { afterEach, describe, expect, it } from 'vitest';
import { refusalOf } from '#test/support/ngrok-stand-in/rpc.ts';
import {
  startTunnelHarness,
  type HarnessOptions,
  type TunnelHarness,
} from '#test/support/ngrok-stand-in/tunnel-harness.ts';

const publicUrl = 'https://demo.ngrok-free.test';

describe('a tunnel that was lost', () => {
  let harness: TunnelHarness;
  const startUp = async (options: HarnessOptions = {}): Promise<void> => {
    harness = await startTunnelHarness(options);
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('up');
    harness.seen.length = 0;
  };
  afterEach(() => harness.close());

  it('is shown down with its URL when the connection drops, and comes back', async () => {
    await startUp();
    harness.service.dropAll();
    await harness.until('down');
    await harness.until('up');
    expect(harness.seen.map(({ state, url }) => [state, url])).toEqual([
      ['down', publicUrl],
      ['up', publicUrl],
    ]);
    expect((await harness.service.fetch(publicUrl)).status).toBe(200);
  });

  it('says that ngrok cannot be reached while the service is away, and comes back with it', async () => {
    await startUp();
    await harness.service.down();
    const { message, url } = await harness.until('down', (status) => status.message?.includes('reached') ?? false);
    expect(message).toBe('ngrok cannot be reached. Check the network connection. Hookloupe keeps trying.');
    expect(url).toBe(publicUrl);
    await harness.service.up();
    await harness.until('up');
    expect((await harness.service.fetch(publicUrl)).status).toBe(200);
  });

  it('is replaced when the service falls silent on an open connection', async () => {
    await startUp({ tunnel: { timing: { heartbeatSeconds: { interval: 1, tolerance: 1 } } } });
    harness.service.service.heartbeatsMuted = true;
    expect((await harness.until('down')).message).toContain('heartbeats');
    harness.service.service.heartbeatsMuted = false;
    await harness.until('up');
    expect((await harness.service.fetch(publicUrl)).status).toBe(200);
  });

  it('opens again after the service ended it', async () => {
    await startUp();
    for (const tunnel of harness.service.service.tunnels.values()) tunnel.stop('The tunnel was ended.', 9998);
    expect((await harness.until('down')).message).toContain('ERR_NGROK_9998');
    await harness.until('up');
    expect((await harness.service.fetch(publicUrl)).status).toBe(200);
  });

  it('fails when its token was revoked meanwhile', async () => {
    await startUp();
    harness.service.service.onAuth = () => refusalOf('The authtoken is invalid.', 107);
    harness.service.dropAll();
    expect(await harness.until('failed')).toMatchObject({ url: null, message: expect.stringContaining('107') });
  });

  it('waits while its own lost session still counts as an agent', async () => {
    await startUp();
    let refusals = 2;
    harness.service.service.onAuth = () => {
      refusals -= 1;
      return refusals < 0 ? null : refusalOf('Your account is limited to 1 simultaneous agents.', 108);
    };
    harness.service.dropAll();
    const { url } = await harness.until('down', ({ message }) => message?.includes('108') ?? false);
    expect(url).toBe(publicUrl);
    await harness.until('up');
  });
});

describe('a tunnel opened while the service is away', () => {
  it('keeps connecting, says why, and is up once the service is', async () => {
    const harness = await startTunnelHarness();
    try {
      await harness.service.down();
      await harness.tunnel.open({ authtoken: 'good-token', domain: null });
      const { message, url } = await harness.until('connecting', (status) => status.message !== null);
      expect([message, url]).toEqual([
        'ngrok cannot be reached. Check the network connection. Hookloupe keeps trying.',
        null,
      ]);
      await harness.service.up();
      await harness.until('up');
    } finally {
      await harness.close();
    }
  });
});
