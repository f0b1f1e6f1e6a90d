// What a sender proved itself with, as the capture file keeps it: a digest instead of the value, and what a JWT says about itself.
// Nothing here is verified, nothing is refused, and nothing throws: the headers are a stranger's.
import { createHash } from 'node:crypto';
import { withoutBearer } from '#shared/http/auth-spec.ts';
import { headerValues, type HeaderPair } from '#shared/http/header-pair.ts';
import { isJsonObject, ownValue } from '#shared/envelope/json/json-object.ts';
import { parseEnvelope } from '#shared/envelope/parse-envelope.ts';
import type { AnswerDecider } from '#shared/answer/answer.ts';
import type { Origin } from '#shared/protocol/delivery.ts';
import type { DerivedCredential } from '../worker-messages.ts';

/** What of a request tells its credential. */
export interface CredentialEvidence {
  readonly rawHeaders: readonly HeaderPair[];
  readonly origin: Origin;
  readonly decidedBy: AnswerDecider;
}

/** Longest subject that is kept, in characters. */
const SUBJECT_LIMIT = 200;
/** A token is not looked into beyond this many characters. */
const TOKEN_LIMIT = 64_000;
/** Latest time a date can stand for, in milliseconds. */
const LATEST_MS = 8.64e15;

/**
 * The credential of a request: its Authorization, else its ApiKey. `Bearer TOKEN` and `TOKEN` alone are the same (spec, Authentication:
 * whether a scheme prefix is carried is not shown). Null without one, for own traffic, and for requests to the token endpoint, whose
 * credentials are the client's.
 */
export function readCredential({ rawHeaders, origin, decidedBy }: CredentialEvidence): DerivedCredential | null {
  if (origin !== 'platform' || decidedBy === 'token-endpoint') return null;
  const authorization = headerValues(rawHeaders, 'authorization')[0]?.trim() ?? '';
  if (authorization !== '') return toCredential(...splitAuthorization(authorization));
  const apiKey = headerValues(rawHeaders, 'apikey')[0]?.trim() ?? '';
  return apiKey === '' ? null : toCredential('apikey', apiKey);
}

function splitAuthorization(value: string): [scheme: string, secret: string] {
  const [, scheme = '', rest] = /^(\S+)[ \t]+(.+)$/s.exec(value) ?? [];
  if (rest === undefined) return ['bearer', value];
  const lower = scheme.toLowerCase();
  if (lower === 'bearer') return ['bearer', withoutBearer(value)];
  return lower === 'basic' ? ['basic', rest] : ['other', value];
}

/** The scheme is in the digest: an API key and a token of the same text are two credentials. */
function toCredential(scheme: string, secret: string): DerivedCredential {
  // Header text is one character per byte received.
  const digest = createHash('sha256').update(`${scheme} ${secret}`, 'latin1').digest();
  return { digest: Uint8Array.from(digest), scheme, ...readClaims(scheme === 'bearer' ? secret : '') };
}

/** Claims of a JWT (RFC 7519, section 4.1); `client_id` names the subject where there is no `sub`. All null where it is no JWT. */
function readClaims(token: string): Pick<DerivedCredential, 'issuedAt' | 'expiresAt' | 'subject'> {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token.slice(0, TOKEN_LIMIT))?.[1];
  const claims = payload === undefined ? undefined : parseEnvelope(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!isJsonObject(claims)) return { issuedAt: null, expiresAt: null, subject: null };
  return {
    issuedAt: toTimeMs(ownValue(claims, 'iat')),
    expiresAt: toTimeMs(ownValue(claims, 'exp')),
    subject: toSubject(ownValue(claims, 'sub')) ?? toSubject(ownValue(claims, 'client_id')),
  };
}

/** Seconds since the epoch as milliseconds; null for what is no time. */
function toTimeMs(seconds: unknown): number | null {
  if (typeof seconds !== 'number' || Math.abs(seconds * 1000) > LATEST_MS) return null;
  return Math.round(seconds * 1000);
}

function toSubject(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, SUBJECT_LIMIT) : null;
}
