import type { AuthVerdict, Environment } from '#shared/protocol/delivery.ts';
import type { CheckMode, Sender } from '#shared/protocol/sender.ts';

export type AuthType = Sender['auth']['type'];

/** Types of authentication, as people call them (spec, Authentication). */
export const authTypeWords: Record<AuthType, string> = {
  none: 'None',
  basic: 'Basic',
  apikey: 'API key',
  bearer: 'Bearer token',
  oauth: 'OAuth, tokens issued here',
  jwks: 'OAuth, signed tokens (JWKS)',
};

/** The same where there is room for a word. */
export const authTypeShortWords: Record<AuthType, string> = {
  none: 'No auth',
  basic: 'Basic',
  apikey: 'API key',
  bearer: 'Bearer',
  oauth: 'OAuth',
  jwks: 'JWKS',
};

export const checkModeWords: Record<CheckMode, string> = { enforce: 'Enforce', shadow: 'Shadow' };

/** What each verdict says of the credentials of a request. */
export const verdictWords: Record<AuthVerdict, string> = {
  none: 'not required',
  ok: 'accepted',
  missing: 'missing',
  wrong: 'wrong',
  expired: 'expired',
  unchecked: 'not checked',
};

export const environmentWords: Record<Environment, string> = {
  staging: 'staging',
  production: 'production',
  other: 'not a known address',
};

/** Whether a verdict makes the answer 401 where it is enforced. */
export function isRejected(verdict: AuthVerdict): boolean {
  return verdict !== 'ok' && verdict !== 'none';
}
