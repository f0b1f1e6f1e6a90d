// The receiver's own token endpoint: the client-credentials grant of OAuth 2.0 (RFC 6749, sections 4.4 and 5), so that the platform's whole
// flow can be exercised without another server. Scopes are not shown in the spec: whatever is asked for is granted and none is named.
import type { AnswerDecision } from '#shared/answer/answer.ts';
import { headerValues, type HeaderPair } from '#shared/http/header-pair.ts';
import { tokenPath } from '#shared/http/token-path.ts';
import type { TokenRequest } from '#shared/protocol/sender.ts';
import type { IssuedTokens, OauthClient } from './issued-tokens.ts';
import { createSecretComparison } from './secret-comparison.ts';

/** What is answered, and what is remembered of the request: never its secret. */
export interface TokenAnswer {
  readonly decision: AnswerDecision;
  readonly record: TokenRequest;
}

export interface TokenEndpoint {
  /** Whether a request is for this endpoint: POST to its path, with or without a query, as a path or as a whole address. */
  isFor(method: string, target: string): boolean;
  /** Never rejects. `body` as received. */
  answer(headers: readonly HeaderPair[], body: Uint8Array): Promise<TokenAnswer>;
}

type ErrorCode = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type';
interface Refusal {
  code: ErrorCode;
  message: string;
}
type ClientAuthentication = TokenRequest['clientAuthentication'];

/** Longer bodies are no token requests. */
const BODY_LIMIT = 64 * 1024;

export function createTokenEndpoint(options: {
  client: OauthClient;
  tokens: IssuedTokens;
  lifetimeSeconds: () => number;
  nowMs: () => number;
}): TokenEndpoint {
  const { client, tokens, lifetimeSeconds, nowMs } = options;
  const isId = createSecretComparison(client.clientId);
  const isSecret = createSecretComparison(client.clientSecret);
  const isClient = (presented: OauthClient): boolean => {
    const found = [isId(Buffer.from(presented.clientId)), isSecret(Buffer.from(presented.clientSecret))];
    return !found.includes(false);
  };

  return {
    isFor: (method, target) => method === 'POST' && pathOf(target) === tokenPath,
    async answer(headers, body) {
      const asked = readTokenRequest(headers, body);
      const { clientId, clientAuthentication } = asked;
      const record = { at: new Date(nowMs()).toISOString(), clientId, clientAuthentication };
      const refusal = asked.refusal ?? refuseClient(asked.presented, isClient) ?? refuseGrant(asked.grantType);
      if (refusal !== null) return refuse(refusal, record);
      const seconds = lifetimeSeconds();
      const { token, expiresAtMs } = await tokens.issue(seconds);
      const body200 = { access_token: token, token_type: 'Bearer', expires_in: seconds };
      return {
        decision: toDecision(200, body200, 'a token was issued'),
        record: { ...record, outcome: 'issued', message: null, expiresAt: new Date(expiresAtMs).toISOString() },
      };
    },
  };
}

/** A target is a path, or a whole address as senders write it to a proxy. */
function pathOf(target: string): string | undefined {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)[0];
}

interface AskedToken {
  /** Every reading of what the client proved itself with; empty without. */
  presented: readonly OauthClient[];
  clientId: string | null;
  clientAuthentication: ClientAuthentication;
  grantType: string | null;
  refusal: Refusal | null;
}

function readTokenRequest(headers: readonly HeaderPair[], body: Uint8Array): AskedToken {
  const [type = ''] = headerValues(headers, 'content-type');
  const isForm = type.split(';', 1)[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded';
  const isShort = body.length <= BODY_LIMIT;
  const form = new URLSearchParams(isForm && isShort ? Buffer.from(body).toString('utf8') : '');
  const names = [...form.keys()];
  const inHeader = readBasic(headers);
  const clientSecret = form.get('client_secret');
  const inForm = clientSecret === null ? [] : [{ clientId: form.get('client_id') ?? '', clientSecret }];
  const grantType = form.get('grant_type');
  const problems = [
    isForm ? null : 'The body must be application/x-www-form-urlencoded.',
    isShort ? null : `The body is longer than ${BODY_LIMIT} bytes.`,
    new Set(names).size === names.length ? null : 'A parameter is repeated.',
    headerValues(headers, 'authorization').length <= 1 ? null : 'The Authorization header is repeated.',
    inHeader.length === 0 || inForm.length === 0 ? null : 'The client proves itself in the header and in the body.',
    grantType === null ? 'The parameter grant_type is missing.' : null,
  ];
  const problem = problems.find((text) => text !== null);
  const presented = [...inHeader, ...inForm];
  return {
    presented,
    clientId: presented[0]?.clientId ?? form.get('client_id'),
    clientAuthentication: inHeader.length > 0 ? 'basic' : inForm.length > 0 ? 'form' : 'none',
    grantType,
    refusal: problem === undefined ? null : { code: 'invalid_request', message: problem },
  };
}

/**
 * Client id and secret are form-urlencoded before they become Basic credentials (RFC 6749, section 2.3.1); many clients leave that out,
 * so both readings count.
 */
function readBasic(headers: readonly HeaderPair[]): OauthClient[] {
  const [value = ''] = headerValues(headers, 'authorization');
  const encoded = /^basic[ \t]+(\S+)[ \t]*$/i.exec(value)?.[1];
  if (encoded === undefined) return [];
  const [clientId = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const clientSecret = rest.join(':');
  return [
    { clientId: fromForm(clientId), clientSecret: fromForm(clientSecret) },
    { clientId, clientSecret },
  ];
}

function fromForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // a percent sign of the secret itself: it was not encoded
  }
}

function refuseClient(presented: readonly OauthClient[], isClient: (client: OauthClient) => boolean): Refusal | null {
  if (presented.length === 0) return { code: 'invalid_client', message: 'The client does not prove itself.' };
  if (presented.map(isClient).includes(true)) return null;
  return { code: 'invalid_client', message: 'The client id or the client secret differs.' };
}

function refuseGrant(grantType: string | null): Refusal | null {
  if (grantType === 'client_credentials') return null;
  return { code: 'unsupported_grant_type', message: 'The grant_type must be client_credentials.' };
}

/** 401 with a challenge where it is about the client, else 400 (RFC 6749, section 5.2). */
function refuse(
  { code, message }: Refusal,
  record: Pick<TokenRequest, 'at' | 'clientId' | 'clientAuthentication'>,
): TokenAnswer {
  const body = { error: code, error_description: message };
  const refused = { record: { ...record, outcome: code, message, expiresAt: null } };
  if (code !== 'invalid_client') return { ...refused, decision: toDecision(400, body, `refused: ${code}`) };
  const decision = toDecision(401, body, `refused: ${code}`);
  const headers = { ...decision.headers, 'www-authenticate': 'Basic realm="hookloupe"' };
  return { ...refused, decision: { ...decision, headers } };
}

function toDecision(status: number, body: object, detail: string): AnswerDecision {
  return {
    action: 'respond',
    status,
    decidedBy: 'token-endpoint',
    detail,
    note: null,
    delayMs: 0,
    holdMs: null,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' },
    body: JSON.stringify(body),
  };
}
