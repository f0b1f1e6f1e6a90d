// Verifies tokens that somebody else signed: signature, exp and nbf, and aud and iss where they are wanted. Asymmetric algorithms only:
// with a shared secret, a public key could be made to sign. Where there is no key to verify with, the verdict is `unchecked`.
import { errors, jwtVerify, type JWTVerifyOptions } from 'jose';
import type { KeySource } from '#shared/http/auth-spec.ts';
import type { TokenCheck, TokenFinding } from './credential-check.ts';
import { describeExpiry, toTime } from './describe-expiry.ts';
import { createKeySet, type KeySet, type KeySetOptions } from './key-set.ts';

/** Claims that must be as given; null: not checked. */
export interface WantedClaims {
  audience: string | null;
  issuer: string | null;
}

export interface JwtCheck extends Pick<KeySet, 'message'> {
  readonly check: TokenCheck;
}

/** Clocks of signer and receiver may differ by so many seconds. */
const CLOCK_TOLERANCE_S = 5;
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** Throws `USAGE_INVALID` for a JWKS file that cannot be read. */
export function createJwtCheck(source: KeySource, claims: WantedClaims, options: KeySetOptions): JwtCheck {
  const keys = createKeySet(source, options);
  return {
    message: () => keys.message(),
    check: async (token) => {
      try {
        await verify(token, keys, toOptions(claims, options.nowMs()));
        return { verdict: 'ok', reason: null };
      } catch (error) {
        return toFinding(error) ?? { verdict: 'unchecked', reason: messageOf(error) };
      }
    },
  };
}

function toOptions({ audience, issuer }: WantedClaims, nowMs: number): JWTVerifyOptions {
  return {
    algorithms,
    clockTolerance: CLOCK_TOLERANCE_S,
    currentDate: new Date(nowMs),
    ...(audience === null ? {} : { audience }),
    ...(issuer === null ? {} : { issuer }),
  };
}

/** A token without a key id may fit several keys: each is tried, and one that cannot be used does not end the search. */
async function verify(token: string, { find }: KeySet, options: JWTVerifyOptions): Promise<void> {
  try {
    await jwtVerify(token, find, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    let unusable: unknown = null;
    for await (const key of error) {
      try {
        await jwtVerify(token, key, options);
        return;
      } catch (failure) {
        if (failure instanceof errors.JWSSignatureVerificationFailed) continue;
        if (failure instanceof errors.JOSEError) throw failure;
        unusable = failure;
      }
    }
    // That key may be the signer's: nothing is said of the token then.
    throw unusable ?? new errors.JWSSignatureVerificationFailed();
  }
}

/** What a failure says about the token; null where it says something about the keys instead. */
function toFinding(error: unknown): TokenFinding | null {
  const wrong = (reason: string): TokenFinding => ({ verdict: 'wrong', reason });
  if (error instanceof errors.JWTExpired) return { verdict: 'expired', reason: describeExpiry(error) };
  if (error instanceof errors.JWTClaimValidationFailed) return wrong(describeClaim(error));
  if (error instanceof errors.JWSSignatureVerificationFailed) return wrong('the signature does not fit the key');
  if (error instanceof errors.JWKSNoMatchingKey)
    return wrong('no key of the JWKS fits the token’s key id and algorithm');
  if (error instanceof errors.JOSEAlgNotAllowed) return wrong('the token’s algorithm is not an asymmetric signature');
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return wrong('the token is not a JWT');
  if (error instanceof errors.JOSENotSupported) return wrong('the token asks for something that is not supported');
  return null;
}

function describeClaim({ claim, reason, payload }: errors.JWTClaimValidationFailed): string {
  if (reason === 'missing') return `the token has no claim ${claim}`;
  if (reason === 'invalid') return `the claim ${claim} is not a number`;
  if (claim === 'nbf' && typeof payload.nbf === 'number') return `the token is not valid before ${toTime(payload.nbf)}`;
  return `the token’s claim ${claim} is not the wanted one`;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
