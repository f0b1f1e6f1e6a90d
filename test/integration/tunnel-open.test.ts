import { createHash, randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { generateCertificate } from '#test/support/ngrok-stand-in/certificate.ts';
import {
  startTunnelHarness,
  type HarnessOptions,
  type TunnelHarness,
} from '#test/support/ngrok-stand-in/tunnel-harness.ts';

const publicUrl = 'https://demo.ngrok-free.test';

describe('an open tunnel', () => {
  let harness: TunnelHarness;
  const start = async (options: HarnessOptions = {}): Promise<void> => {
    harness = await startTunnelHarness(options);
  };
  afterEach(() => harness.close());

  it('is off until it is opened, then up with the URL that the service bound', async () => {
    await start();
    expect(harness.tunnel.status()).toMatchObject({ state: 'off', url: null, message: null, hasToken: false });
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('up');
    expect(harness.seen.map(({ state, url }) => [state, url])).toEqual([
      ['off', null],
      ['connecting', null],
      ['up', publicUrl],
    ]);
    expect(harness.tunnel.status()).toMatchObject({ message: null, hasToken: true });
  });

  it('brings a request to the receiver with the address of its sender, and the answer back', async () => {
    await start({
      handler: (request, response) => {
        const { method, url, headers } = request;
        response.writeHead(201).end(JSON.stringify({ method, url, forwardedFor: headers['x-forwarded-for'] }));
      },
    });
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('up');
    const answer = await harness.service.fetch(`${publicUrl}/hook?a=1`, { method: 'POST' });
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.body.toString())).toEqual({
      method: 'POST',
      url: '/hook?a=1',
      forwardedFor: '203.0.113.7',
    });
  });

  it('passes a body of five megabytes byte for byte in both directions', async () => {
    await start({ handler: (request, response) => void request.pipe(response) });
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('up');
    const body = randomBytes(5_000_000);
    const answer = await harness.service.fetch(publicUrl, { method: 'POST', body });
    expect(answer.body.length).toBe(body.length);
    expect(sha256(answer.body)).toBe(sha256(body));
  });

  it('reaches a receiver that speaks TLS with a certificate of its own', async () => {
    await start({ localCertificate: await generateCertificate() });
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('up');
    const answer = await harness.service.fetch(publicUrl);
    expect([answer.status, answer.body.toString()]).toEqual([200, 'hello']);
  });

  it('tells the service the trimmed token, the wanted domain and nothing about this machine', async () => {
    await start();
    const told: unknown[] = [];
    harness.service.service.onAuth = ({ Extra }) => {
      told.push(Extra.AuthToken);
      return null;
    };
    harness.service.service.onBind = ({ ForwardsTo, Opts }) => {
      told.push(ForwardsTo, Opts.Domain);
      return null;
    };
    await harness.tunnel.open({ authtoken: ' good-token\n', domain: 'https://mine.ngrok-free.test/' });
    expect((await harness.until('up')).url).toBe('https://mine.ngrok-free.test');
    expect(told).toEqual(['good-token', 'hookloupe', 'mine.ngrok-free.test']);
    expect(harness.logged.join('\n')).not.toContain('good-token');
  });

  it('is off and unbound after close, and can be opened again', async () => {
    await start();
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('up');
    await harness.tunnel.close();
    expect(harness.tunnel.status()).toMatchObject({ state: 'off', url: null, message: null });
    expect((await harness.service.fetch(publicUrl)).status).toBe(404);
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('up');
    expect((await harness.service.fetch(publicUrl)).status).toBe(200);
  });

  it('moves to another domain when it is opened again while up', async () => {
    await start();
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('up');
    await harness.tunnel.open({ authtoken: 'good-token', domain: 'other.ngrok-free.test' });
    expect((await harness.until('up')).url).toBe('https://other.ngrok-free.test');
    expect((await harness.service.fetch(publicUrl)).status).toBe(404);
  });

  it('leaves no connection to the service behind', async () => {
    await start();
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.until('up');
    await harness.tunnel.close();
    await vi.waitFor(() => expect(harness.service.agentCount()).toBe(0), { timeout: 10_000 });
  });

  it('ends off when close overtakes an open', async () => {
    await start();
    const opening = harness.tunnel.open({ authtoken: 'good-token', domain: null });
    await harness.tunnel.close();
    await opening;
    expect(harness.tunnel.status().state).toBe('off');
    expect(harness.service.service.tunnels.size).toBe(0);
  });
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
