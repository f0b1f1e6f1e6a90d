// Issues and verifies the tokens of our own token endpoint. They are signed with a key that is derived from the client's secret, so that
// they outlive a restart and nothing has to be kept; a changed secret makes all of them wrong.
import { hkdfSync, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { TokenCheck } from './credential-check.ts';
import { describeExpiry } from './describe-expiry.ts';

/** A client of the token endpoint. */
export interface OauthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface IssuedToken {
  token: string;
  expiresAtMs: number;
}

export interface IssuedTokens {
  /** Valid for so many seconds from now. */
  issue(lifetimeSeconds: number): Promise<IssuedToken>;
  readonly check: TokenCheck;
}

const ALGORITHM = 'HS256';
const KEY_BYTES = 32;

export function createIssuedTokens(
  { clientId, clientSecret }: OauthClient,
  nowMs: () => number = Date.now,
): IssuedTokens {
  const key = new Uint8Array(hkdfSync('sha256', clientSecret, clientId, 'hookloupe issued token', KEY_BYTES));
  return {
    async issue(lifetimeSeconds) {
      const issuedAt = Math.floor(nowMs() / 1000);
      const expiresAt = issuedAt + lifetimeSeconds;
      const token = await new SignJWT({ client_id: clientId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .setJti(randomUUID())
        .sign(key);
      return { token, expiresAtMs: expiresAt * 1000 };
    },
    check: async (token) => {
      try {
        await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: new Date(nowMs()) });
        return { verdict: 'ok', reason: null };
      } catch (error) {
        if (!(error instanceof errors.JWTExpired)) return { verdict: 'wrong', reason: 'the token was not issued here' };
        return { verdict: 'expired', reason: describeExpiry(error) };
      }
    },
  };
}
