import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toClearAuth } from '#cli/clear-auth.ts';
import { parseAuthSpec } from '#shared/http/auth-spec.ts';

const noReferences = (): never => {
  throw new Error('nothing to look up');
};
const isReference = (text: string): boolean => /^(?:env|file):/.test(text);
const secret = fc.stringMatching(/^[!-~]{1,20}$/).filter((text) => !isReference(text) && !/^bearer/i.test(text));
const user = secret.filter((text) => !text.includes(':'));

describe('credentials handed to the engine', () => {
  it('say the same as the flag they come from', () => {
    const specs = fc.oneof(
      fc.constant({ type: 'none' } as const),
      fc.record({ type: fc.constant('basic' as const), user, password: secret }),
      fc.record({ type: fc.constant('apikey' as const), key: secret }),
      fc.record({ type: fc.constant('bearer' as const), token: secret }),
    );
    fc.assert(
      fc.property(specs, (spec) => {
        expect(parseAuthSpec(toClearAuth(spec), noReferences)).toEqual(spec);
      }),
    );
  });
});
