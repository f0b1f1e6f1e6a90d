// The wire under the sender: one POST, one outcome. It knows nothing of retries.
// All calls carry `hookloupe-origin: simulator`, so that they never count as evidence about the platform where they can prove it.
import { Pool } from 'undici';
import { AppError } from '#shared/errors/app-error.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import { toOriginMark } from '#shared/protocol/own-traffic.ts';
import type { TokenSource } from './token-source.ts';

/** Where to send, and what to say and trust there. */
export interface CallTarget {
  /** http or https. */
  targetUrl: string;
  authHeader?: HeaderPair | null;
  /** Where the credentials of each call come from instead; belongs to whoever made it. */
  tokens?: Pick<TokenSource, 'header' | 'forget'> | null;
  /** Proves to the engine that made it that the calls are ours; null or absent for every other receiver. */
  originSecret?: string | null;
  /** PEM certificates to trust instead of the system's, or no check at all. */
  tls?: { ca?: string; insecure?: boolean };
}

export interface CallLineOptions extends CallTarget {
  connections: number;
  timeoutMs: number;
}

/** Exactly one of `status` and `error` is set; `error` is `timeout` or a system error code. */
export interface CallOutcome {
  status: number | null;
  error: string | null;
}

/** Kept-alive connections to one receiver. */
export interface CallLine {
  /** Resolves with every outcome; rejects when the signal fires, with the call cut, and when no token can be had. */
  post(body: string, signal: AbortSignal): Promise<CallOutcome>;
  /** Cuts what is under way. */
  close(): Promise<void>;
}

/** Connects with the first call. Throws `USAGE_INVALID` where the target is no http or https URL. */
export function openCallLine(options: CallLineOptions): CallLine {
  const target = parseTargetUrl(options.targetUrl);
  const { timeoutMs } = options;
  const headers = toHeaders(options);
  const pool = createPool(target, options);

  async function call(body: string, credentials: readonly string[], signal: AbortSignal): Promise<CallOutcome> {
    const deadline = createDeadline(timeoutMs, signal);
    try {
      const request = { method: 'POST' as const, path: `${target.pathname}${target.search}`, body };
      const response = await pool.request({
        ...request,
        headers: [...headers, ...credentials],
        signal: deadline.signal,
      });
      await response.body.dump().catch(() => undefined); // only the status code is used (spec, Errors)
      return { status: response.statusCode, error: null };
    } catch (failure) {
      signal.throwIfAborted();
      return { status: null, error: deadline.signal.aborted ? 'timeout' : toErrorCode(failure) };
    } finally {
      deadline.close();
    }
  }

  /** A token that is refused may have been revoked: once more with a new one. */
  async function post(body: string, signal: AbortSignal): Promise<CallOutcome> {
    const { tokens } = options;
    if (!tokens) return call(body, [], signal);
    const token = await tokens.header();
    const outcome = await call(body, token, signal);
    if (outcome.status !== 401) return outcome;
    tokens.forget(token);
    return call(body, await tokens.header(), signal);
  }

  return { post, close: () => pool.destroy() };
}

function parseTargetUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new AppError('USAGE_INVALID', `'${text}' is no address to send to. Give an http:// or https:// URL.`);
}

function createPool(target: URL, { connections, timeoutMs, tls = {} }: CallLineOptions): Pool {
  return new Pool(target.origin, {
    connections,
    // The attempt's own deadline covers connecting and waiting; a second clock would only blur which one ended it.
    headersTimeout: 0,
    bodyTimeout: timeoutMs,
    connect: {
      timeout: timeoutMs + 1_000,
      rejectUnauthorized: tls.insecure !== true,
      ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    },
  });
}

/** Fires after the time or with the outer signal. Not `AbortSignal.any`, which keeps memory as long as the outer one lives. */
function createDeadline(timeoutMs: number, outer: AbortSignal): { signal: AbortSignal; close(): void } {
  const deadline = new AbortController();
  const abort = (): void => deadline.abort();
  const timer = setTimeout(abort, timeoutMs);
  outer.addEventListener('abort', abort);
  if (outer.aborted) abort();
  return {
    signal: deadline.signal,
    close() {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
}

function toHeaders({ authHeader, originSecret }: CallTarget): string[] {
  return [
    'Content-Type',
    'application/json',
    ...toOriginMark('simulator', originSecret ?? null),
    ...(authHeader ?? []),
  ];
}

function toErrorCode(failure: unknown): string {
  if (!(failure instanceof Error)) return 'error';
  const { code } = failure as NodeJS.ErrnoException;
  // undici's name for a connection that the other side ended before an answer.
  return code === 'UND_ERR_SOCKET' ? 'closed' : (code ?? failure.name);
}
