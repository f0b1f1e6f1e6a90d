import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf } from '#test/support/ngrok-stand-in/rpc.ts';
import { startTunnelHarness, type TunnelHarness } from '#test/support/ngrok-stand-in/tunnel-harness.ts';

describe('a tunnel that the service refuses', () => {
  let harness: TunnelHarness;
  beforeEach(async () => {
    harness = await startTunnelHarness();
  });
  afterEach(() => harness.close());

  it('stops at a wrong authtoken and says where to get the right one', async () => {
    let asked = 0;
    harness.service.service.onAuth = () => {
      asked += 1;
      return refusalOf('The authtoken is invalid.\nYour authtoken: bad-token', 107);
    };
    await harness.tunnel.open({ authtoken: 'bad-token', domain: null });
    const { message } = await harness.until('failed');
    expect(message).toBe('ngrok refused the authtoken (ERR_NGROK_107). Copy it again from your ngrok dashboard.');
    expect(asked).toBe(1);
  });

  it('stops when the account has too many agents', async () => {
    harness.service.service.onAuth = () => refusalOf('Your account is limited to 3 simultaneous agents.', 108);
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    expect((await harness.until('failed')).message).toContain('too many agents online (ERR_NGROK_108)');
  });

  it('stops at a domain of another account', async () => {
    harness.service.service.onBind = () => refusalOf('The domain is reserved for another account.', 320);
    await harness.tunnel.open({ authtoken: 'good-token', domain: 'theirs.ngrok-free.test' });
    expect((await harness.until('failed')).message).toContain('belongs to another ngrok account (ERR_NGROK_320)');
  });

  it('waits for a domain that is online elsewhere, then gives up and says so, having used one session', async () => {
    let sessions = 0;
    let binds = 0;
    harness.service.service.onAuth = () => {
      sessions += 1;
      return null;
    };
    harness.service.service.onBind = () => {
      binds += 1;
      return refusalOf("The endpoint 'https://demo.ngrok-free.test' is already online.", 334);
    };
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    const waiting = await harness.until('connecting', ({ message }) => message !== null);
    expect(waiting.message).toContain('already online in another agent (ERR_NGROK_334)');
    expect((await harness.until('failed')).message).toContain('ERR_NGROK_334');
    expect(binds).toBeGreaterThan(2);
    expect(sessions).toBe(1);
  });

  it('is up once the other agent has left the domain', async () => {
    let binds = 0;
    harness.service.service.onBind = () => {
      binds += 1;
      return binds < 3 ? refusalOf('The endpoint is already online.', 334) : null;
    };
    await harness.tunnel.open({ authtoken: 'good-token', domain: null });
    expect((await harness.until('up')).url).toBe('https://demo.ngrok-free.test');
  });

  it('keeps trying at a refusal it does not know, without showing the token that the service quotes', async () => {
    harness.service.service.onAuth = () => refusalOf('Something new happened to secret-token.', 9999);
    await harness.tunnel.open({ authtoken: 'secret-token', domain: null });
    const { message } = await harness.until('connecting', (status) => status.message !== null);
    expect(message).toContain('ERR_NGROK_9999');
    expect(message).toContain('keeps trying');
    expect(message).not.toContain('secret-token');
    harness.service.service.onAuth = () => null;
    await harness.until('up');
  });

  it.each([
    ['no authtoken', { authtoken: ' \n', domain: null }, 'needs an ngrok authtoken'],
    ['two words for a token', { authtoken: 'ngrok config', domain: null }, 'has blanks or unusual characters'],
    ['a domain that is none', { authtoken: 'good-token', domain: '1.21 gigawatts' }, 'is not a domain'],
  ])('fails on %s without asking the service', async (_case, options, words) => {
    await harness.tunnel.open(options);
    expect(harness.tunnel.status()).toMatchObject({ state: 'failed', message: expect.stringContaining(words) });
    expect(harness.service.agentCount()).toBe(0);
  });
});
