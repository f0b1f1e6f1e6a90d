// Fetches the tokens that calls are made with: the client-credentials grant of OAuth 2.0 (RFC 6749, section 4.4), as the platform would do
// it. A token is used until shortly before it expires; calls that need one at the same time wait for the same request.
import { Agent, request } from 'undici';
import { AppError } from '#shared/errors/app-error.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import { toOriginMark } from '#shared/protocol/own-traffic.ts';

/** Where tokens are fetched, and what for. */
export interface TokenClient {
  /** http or https. */
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Proves to the engine that made it that the request is ours; null or absent for every other endpoint. */
  originSecret?: string | null;
  tls?: { ca?: string; insecure?: boolean };
  /** Ends a request that is under way. */
  signal?: AbortSignal;
}

export interface TokenSource {
  /** The header of a call. Rejects with `TARGET_UNREACHABLE` or `TOKEN_REFUSED` where no token can be had. */
  header(): Promise<HeaderPair>;
  /** The token in this header was refused: the next call gets a new one, if it has not been replaced already. */
  forget(header: HeaderPair): void;
  close(): Promise<void>;
}

const LIMIT_MS = 10_000;
/** A token is renewed so long before its end, or a tenth of its lifetime where that is shorter. */
const MARGIN_MS = 5_000;

interface Token {
  header: HeaderPair;
  /** Infinity where the endpoint does not say. */
  usableUntilMs: number;
}

export function createTokenSource(client: TokenClient): TokenSource {
  const { ca, insecure } = client.tls ?? {};
  const connect = { rejectUnauthorized: insecure !== true, ...(ca === undefined ? {} : { ca }) };
  const dispatcher = new Agent({ connect, headersTimeout: LIMIT_MS, bodyTimeout: LIMIT_MS });
  let current: Token | null = null;
  let fetching: Promise<Token> | null = null;

  const renew = async (): Promise<Token> => {
    try {
      current = await fetchToken(client, dispatcher);
      return current;
    } finally {
      fetching = null;
    }
  };
  return {
    async header() {
      if (current !== null && Date.now() < current.usableUntilMs) return current.header;
      const { header } = await (fetching ??= renew());
      return header;
    },
    forget(header) {
      if (current?.header === header) current = null;
    },
    close: () => dispatcher.destroy(),
  };
}

async function fetchToken(client: TokenClient, dispatcher: Agent): Promise<Token> {
  const { status, answer } = await ask(client, dispatcher);
  const { access_token: token, error } = answer;
  if (status === 200 && isPrintable(token)) {
    return { header: ['Authorization', `Bearer ${token}`], usableUntilMs: toUsableUntil(answer['expires_in']) };
  }
  const reason = isPrintable(error) ? `${status}, ${error}` : String(status);
  throw new AppError(
    'TOKEN_REFUSED',
    `${client.tokenUrl} gives no token (${reason}). Check the client's credentials and the address.`,
  );
}

async function ask(
  { tokenUrl, clientId, clientSecret, originSecret, signal }: TokenClient,
  dispatcher: Agent,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const basic = Buffer.from(`${toForm(clientId)}:${toForm(clientSecret)}`).toString('base64');
  const pairs: HeaderPair[] = [
    ['Authorization', `Basic ${basic}`],
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Accept', 'application/json'],
    toOriginMark('simulator', originSecret ?? null),
  ];
  const headers = pairs.flat();
  const body = 'grant_type=client_credentials';
  try {
    const cut = signal === undefined ? {} : { signal };
    const response = await request(tokenUrl, { dispatcher, method: 'POST', headers, body, ...cut });
    return { status: response.statusCode, answer: readAnswer(await response.body.text()) };
  } catch (cause) {
    throw new AppError(
      'TARGET_UNREACHABLE',
      `${tokenUrl} does not answer. Correct the address of the token endpoint.`,
      {
        cause,
      },
    );
  }
}

function toUsableUntil(expiresIn: unknown): number {
  const lifetimeMs = Number(expiresIn) * 1000;
  return lifetimeMs > 0 ? Date.now() + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 10) : Infinity;
}

function readAnswer(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {}; // not JSON: then it holds no token
  }
}

/** What a header, and a terminal, can carry as it is. */
function isPrintable(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}

/** Form-urlencoding, as Basic credentials of a client want it (RFC 6749, section 2.3.1). */
function toForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
