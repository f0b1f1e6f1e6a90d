import { describe, expect, it, onTestFinished } from 'vitest';
import { createSenderGate, isRefused, type SenderGate } from '#engine/sender-auth/sender-gate.ts';
import { AppError } from '#shared/errors/app-error.ts';

const noSecrets = (): never => {
  throw new AppError('USAGE_INVALID', 'There is no such secret.');
};
function openGate(): SenderGate {
  const gate = createSenderGate({ readSecret: noSecrets });
  onTestFinished(() => gate.close());
  return gate;
}

describe('what is required of the sender', () => {
  it('is nothing at first', () => {
    const judgement = openGate().verify([]);
    expect(judgement).toEqual({ verdict: 'none', scheme: null, reason: null, enforced: true });
  });

  it.each([
    ['missing', true],
    ['wrong', true],
    ['expired', true],
    ['unchecked', true],
    ['ok', false],
    ['none', false],
  ] as const)('refuses %s where it is enforced: %s', (verdict, refused) => {
    const found = { verdict, scheme: null, reason: null };
    expect(isRefused({ ...found, enforced: true })).toBe(refused);
    expect(isRefused({ ...found, enforced: false })).toBe(false);
  });

  it('is judged at once by everything but tokens', () => {
    const gate = openGate();
    for (const spec of ['none', 'basic:a:b', 'apikey:k', 'bearer:t']) {
      gate.change({ spec });
      expect(gate.verify([['Authorization', 'x']])).not.toBeInstanceOf(Promise);
    }
  });

  it('does not change where the change cannot be read', () => {
    const gate = openGate();
    gate.change({ spec: 'apikey:k', mode: 'shadow' });
    const before = [gate.settings(), gate.toRemember()];
    for (const change of [
      { spec: 'apikey:env:GONE', mode: 'enforce' as const },
      { spec: 'jwks:file:/nowhere.json' },
      { audience: 'hooks' },
      { spec: 'basic:a:b', issuer: 'https://issuer.test' },
    ]) {
      expect(() => gate.change(change)).toThrow(AppError);
      expect([gate.settings(), gate.toRemember()]).toEqual(before);
    }
  });

  it('forgets the claims of tokens with the tokens', () => {
    const gate = openGate();
    gate.change({ spec: 'jwks:http://127.0.0.1:9/', audience: 'hooks' });
    expect(gate.settings()).toMatchObject({ type: 'jwks', audience: 'hooks', issuer: null });
    gate.change({ spec: 'bearer:t' });
    expect(gate.settings()).toMatchObject({ type: 'bearer', audience: null });
    gate.change({ mode: 'shadow' });
    expect(gate.settings()).toMatchObject({ type: 'bearer', mode: 'shadow' });
  });

  it('never shows a secret in what can be read', () => {
    const gate = openGate();
    for (const spec of [
      'basic:ada:s3cret',
      'apikey:s3cret',
      'bearer:s3cret',
      'oauth:id:s3cret',
      'jwks:http://127.0.0.1:9/?s3cret',
    ]) {
      gate.change({ spec });
      expect(JSON.stringify(gate.settings())).not.toContain('s3cret');
    }
  });
});

describe('a request for a token', () => {
  it('is listed once it is stored, newest first, the last hundred', async () => {
    const gate = openGate();
    gate.change({ spec: 'oauth:id:s3cret' });
    for (let i = 0; i < 102; i += 1) {
      const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
      const judgement = await gate.issueToken('POST', '/oauth/token')!(headers, Buffer.from(`client_id=${i}`));
      expect(judgement.auth).toMatchObject({ enforced: true });
      if (i !== 100) judgement.stored();
    }
    const listed = gate.tokenRequests().map(({ clientId }) => clientId);
    expect([listed.length, listed[0], listed[1], listed.at(-1)]).toEqual([100, '101', '99', '1']);
  });

  it('is there for tokens of our own only', () => {
    const gate = openGate();
    gate.change({ spec: 'bearer:t' });
    expect(gate.issueToken('POST', '/oauth/token')).toBeNull();
  });
});
