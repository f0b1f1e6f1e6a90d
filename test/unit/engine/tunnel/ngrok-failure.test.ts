import { describe, expect, it } from 'vitest';
import { NgrokUnusableError, readNgrokFailure } from '#engine/tunnel/ngrok-failure.ts';
import { TimeLimitError } from '#engine/tunnel/settle-within.ts';

const sdkText = (code: number): string =>
  `failed to connect session: Something\nin two lines. error_code: ERR_NGROK_${code}`;

describe('a failure of the tunnel', () => {
  it.each([105, 106, 107, 108, 121, 313, 319, 320, 326, 4018, 8014])(
    'with code %i is for the user to solve, and says what happened and what to do',
    (code) => {
      const failure = readNgrokFailure(new Error(sdkText(code)), 'token');
      expect(failure).toMatchObject({ code, remedy: 'stop' });
      expect(failure.message).toMatch(new RegExp(`^[A-Zn].+ \\(ERR_NGROK_${code}\\)\\. [A-Z].+\\.$`));
    },
  );

  it('of a domain that is still online passes by itself within a minute', () => {
    expect(readNgrokFailure(new Error(sdkText(334)), 'token')).toMatchObject({ code: 334, remedy: 'wait' });
  });

  it.each([
    [new Error('failed to connect session: failed to establish tcp connection'), 'ngrok cannot be reached.'],
    [new Error('failed to connect session: tls handshake error'), 'is not trusted'],
    [new TimeLimitError(15_000), 'ngrok did not answer within 15 s.'],
    [new Error('anything else'), 'anything else'],
    ['not even an error', 'not even an error'],
  ])('of the network is tried for ever: %s', (error, words) => {
    const failure = readNgrokFailure(error, 'token');
    expect(failure).toMatchObject({ code: null, remedy: 'retry' });
    expect(failure.message).toContain(words);
    expect(failure.message).toContain('Check the network connection.');
  });

  it('with an unknown code is tried for ever and shown in the words of the service, on one line', () => {
    const failure = readNgrokFailure(new Error(sdkText(9999)), 'token');
    expect(failure).toMatchObject({ code: 9999, remedy: 'retry' });
    expect(failure.message).toContain('Something in two lines.');
  });

  it.each([`refused secret-token`, `refused secret-token ERR_NGROK_9999`])('never shows the authtoken: %s', (text) => {
    expect(readNgrokFailure(new Error(text), 'secret-token').message).not.toContain('secret-token');
  });

  it('stays short however much the service says', () => {
    expect(readNgrokFailure(new Error('x'.repeat(10_000)), '').message.length).toBeLessThan(500);
  });

  it('of a missing native component is for the user to solve', () => {
    const failure = readNgrokFailure(new NgrokUnusableError('Cannot find module\nRequire stack'), 'token');
    expect(failure.remedy).toBe('stop');
    expect(failure.message).toContain('(Cannot find module)');
  });
});
