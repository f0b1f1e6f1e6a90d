// What is required of the sender just now, and the judgement of each request by it. A change at run time is made in full or not at all;
// a request is judged by what was in force when it was complete. Secrets stay here: nothing that reads the settings gets them.
import type { AnswerDecision } from '#shared/answer/answer.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseAuthSpec, toAuthHeader, type AuthSpec, type ReadSecret } from '#shared/http/auth-spec.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import { tokenPath } from '#shared/http/token-path.ts';
import type { CheckMode, Sender, SenderChange, TokenRequest } from '#shared/protocol/sender.ts';
import { createCredentialCheck, type AuthFinding, type CredentialCheck } from './credential-check.ts';
import { createIssuedTokens, type IssuedTokens } from './issued-tokens.ts';
import { createJwtCheck, type JwtCheck } from './jwt-check.ts';
import { nameOfKeys, type KeySetOptions } from './key-set.ts';
import { createTokenEndpoint, type TokenEndpoint } from './token-endpoint.ts';

/** The part of `PUT /sender` that is about authentication. */
export type AuthChange = NonNullable<SenderChange['auth']>;

/** What a verdict means for the answer. */
export interface AuthJudgement extends AuthFinding {
  /** False in shadow mode, where the verdict changes nothing. */
  readonly enforced: boolean;
}

/** A request for a token, and how it is answered. */
export interface TokenJudgement {
  readonly decision: AnswerDecision;
  readonly auth: AuthJudgement;
  /** To be called once the request is stored: only then is it among the token requests. */
  stored(): void;
}

export interface SenderGate {
  /** Judges the credentials of a request. Never throws and never rejects; a promise only where a token has to be verified. */
  verify(headers: readonly HeaderPair[]): AuthJudgement | Promise<AuthJudgement>;
  /** The answer to a request for a token; null for every other request. */
  issueToken(
    method: string,
    target: string,
  ): ((headers: readonly HeaderPair[], body: Uint8Array) => Promise<TokenJudgement>) | null;
  settings(): Sender['auth'];
  tokenRequests(): readonly TokenRequest[];
  /** Everything that was set, secrets or references to them included, for the settings file. */
  toRemember(): AuthChange;
  /** Replaces what is given, from the next request on. Throws `USAGE_INVALID` with nothing changed. */
  change(part: AuthChange): void;
  /** The credentials that our own test events show, or why they show none though they should. */
  ownCredentials(): Promise<{ header: HeaderPair | null; note: string | null }>;
  /** Called after every change of settings, after each token request, and when keys can no longer, or again, be had. */
  onChange(listener: () => void): void;
  /** Ends what is being fetched. */
  close(): void;
}

/** Settings with nothing left open. */
interface AuthSettings {
  spec: string;
  mode: CheckMode;
  audience: string | null;
  issuer: string | null;
  tokenLifetimeSeconds: number;
}

/** A spec at work. */
interface Guard {
  spec: AuthSpec;
  verify: CredentialCheck;
  jwt: JwtCheck | null;
  tokens: IssuedTokens | null;
  endpoint: TokenEndpoint | null;
}

const defaults: AuthSettings = {
  spec: 'none',
  mode: 'enforce',
  audience: null,
  issuer: null,
  tokenLifetimeSeconds: 3600,
};
const KEPT_TOKEN_REQUESTS = 100;
const UNSIGNED = 'They went without credentials: only the issuer of the JWKS can sign tokens.';
/** Of tokens for our own test events: longer than any of their runs, however short the platform's are set. */
const OWN_LIFETIME_SECONDS = 86_400;

/** Requires nothing until it is changed. */
export function createSenderGate(options: { readSecret: ReadSecret; nowMs?: () => number }): SenderGate {
  const { readSecret, nowMs = Date.now } = options;
  const listeners: (() => void)[] = [];
  const tokenRequests: TokenRequest[] = [];
  const closing = new AbortController();
  const changed = (): void => {
    for (const tell of listeners) tell();
  };
  const lifetimeSeconds = (): number => settings.tokenLifetimeSeconds;
  const keep = (record: TokenRequest): void => {
    tokenRequests.unshift(record);
    tokenRequests.length = Math.min(tokenRequests.length, KEPT_TOKEN_REQUESTS);
    changed();
  };
  const open = (wanted: AuthSettings): Guard =>
    createGuard(wanted, { readSecret, lifetimeSeconds, nowMs, onChange: changed, signal: closing.signal });
  let settings = defaults;
  let guard = open(settings);

  return {
    verify(headers) {
      const enforced = settings.mode === 'enforce';
      const found = guard.verify(headers);
      return found instanceof Promise ? found.then((finding) => ({ ...finding, enforced })) : { ...found, enforced };
    },
    issueToken(method, target) {
      const { endpoint } = guard;
      if (endpoint?.isFor(method, target) !== true) return null;
      return async (headers, body) => {
        const { decision, record } = await endpoint.answer(headers, body);
        return { decision, auth: { ...toFinding(record), enforced: true }, stored: () => keep(record) };
      };
    },
    settings: () => toPublic(settings, guard),
    tokenRequests: () => tokenRequests,
    toRemember: () => ({ ...settings }),
    change(part) {
      const next = merge(settings, part);
      // Keys that were read are kept through a change that is not about them.
      const opened = isAboutTokens(part) ? open(next) : guard;
      settings = opened.jwt === null ? withoutClaims(next, part) : next;
      guard = opened;
      changed();
    },
    async ownCredentials() {
      if (guard.jwt !== null) return { header: null, note: UNSIGNED };
      if (guard.tokens === null) return { header: toBytes(toAuthHeader(guard.spec)), note: null };
      const { token } = await guard.tokens.issue(OWN_LIFETIME_SECONDS);
      return { header: ['Authorization', `Bearer ${token}`], note: null };
    },
    onChange: (listener) => void listeners.push(listener),
    close: () => closing.abort(),
  };
}

/** Header text is one character per byte; beyond ASCII we send UTF-8. */
function toBytes(header: HeaderPair | null): HeaderPair | null {
  return header === null ? null : [header[0], Buffer.from(header[1]).toString('latin1')];
}

/** Whether a judgement makes the answer 401 (spec, Authentication, rule 1): enforced, and the credentials did not prove right. */
export function isRefused({ verdict, enforced }: AuthJudgement): boolean {
  return enforced && verdict !== 'ok' && verdict !== 'none';
}

function isAboutTokens({ spec, audience, issuer }: AuthChange): boolean {
  return spec !== undefined || audience !== undefined || issuer !== undefined;
}

/** Claims of tokens that are no longer used are dropped; ones that are asked for in vain are refused. */
function withoutClaims(settings: AuthSettings, { audience = null, issuer = null }: AuthChange): AuthSettings {
  if (audience === null && issuer === null) return { ...settings, audience, issuer };
  throw new AppError(
    'USAGE_INVALID',
    'Audience and issuer are claims of signed tokens. Set them together with jwks:URL.',
  );
}

function merge(before: AuthSettings, part: AuthChange): AuthSettings {
  return {
    spec: part.spec ?? before.spec,
    mode: part.mode ?? before.mode,
    audience: part.audience === undefined ? before.audience : part.audience,
    issuer: part.issuer === undefined ? before.issuer : part.issuer,
    tokenLifetimeSeconds: part.tokenLifetimeSeconds ?? before.tokenLifetimeSeconds,
  };
}

function createGuard(
  { spec: text, audience, issuer }: AuthSettings,
  ports: KeySetOptions & { readSecret: ReadSecret; lifetimeSeconds: () => number },
): Guard {
  const spec = parseAuthSpec(text, ports.readSecret);
  const none = { spec, jwt: null, tokens: null, endpoint: null };
  switch (spec.type) {
    case 'jwks': {
      const jwt = createJwtCheck(spec.keys, { audience, issuer }, ports);
      return { ...none, jwt, verify: createCredentialCheck(spec, jwt.check) };
    }
    case 'oauth': {
      const tokens = createIssuedTokens(spec, ports.nowMs);
      const endpoint = createTokenEndpoint({ ...ports, client: spec, tokens });
      return { ...none, tokens, endpoint, verify: createCredentialCheck(spec, tokens.check) };
    }
    default:
      return { ...none, verify: createCredentialCheck(spec) };
  }
}

function toPublic(settings: AuthSettings, { spec, jwt, endpoint }: Guard): Sender['auth'] {
  return {
    type: spec.type,
    mode: settings.mode,
    name: nameOf(spec),
    audience: settings.audience,
    issuer: settings.issuer,
    tokenLifetimeSeconds: settings.tokenLifetimeSeconds,
    tokenPath: endpoint === null ? null : tokenPath,
    message: jwt?.message() ?? null,
  };
}

/** What of a spec is no secret. */
function nameOf(spec: AuthSpec): string | null {
  switch (spec.type) {
    case 'basic':
      return spec.user;
    case 'oauth':
      return spec.clientId;
    case 'jwks':
      return nameOfKeys(spec.keys);
    case 'none':
    case 'apikey':
    case 'bearer':
      return null;
  }
}

/** The client's own credentials, as the verdict on a token request. */
function toFinding({ outcome, message, clientAuthentication }: TokenRequest): AuthFinding {
  const scheme = clientAuthentication === 'none' ? null : clientAuthentication;
  if (outcome === 'issued') return { verdict: 'ok', scheme, reason: null };
  if (outcome === 'invalid_client') return { verdict: scheme === null ? 'missing' : 'wrong', scheme, reason: message };
  return { verdict: 'none', scheme, reason: message };
}
