// Sends one request to the target and brings back what it said. The body goes out as the bytes it is; headers keep order and case.
// Redirects are answers, not directions; certificates are checked; proxies named in the environment are not used; every connection
// goes to the addresses that were checked. What the network does is an outcome, not an exception.
import type { LookupFunction } from 'node:net';
import { Pool } from 'undici';
import { AppError } from '#shared/errors/app-error.ts';
import { toHeaderPairs, type HeaderPair } from '#shared/http/header-pair.ts';
import { checkHeader } from './outgoing-headers.ts';
import type { ReplayTarget } from './replay-target.ts';
import { describeSendFailure } from './send-failure.ts';
import type { SendLimits } from './send-limits.ts';

export interface OutgoingRequest {
  method: string;
  headers: readonly HeaderPair[];
  body: Uint8Array;
}

/** What came back: a status, or in words why there is none; both where an answer broke off. */
export interface SendOutcome {
  status: number | null;
  error: string | null;
  responseHeaders: readonly HeaderPair[];
  responseBody: Uint8Array;
}

export interface TargetClient {
  /** Never rejects. A fired signal ends the send at once. */
  send(request: OutgoingRequest, signal: AbortSignal): Promise<SendOutcome>;
  /** Cuts what is under way. */
  close(): Promise<void>;
}

/** A client with at most `connections` connections to the target. */
export function createTargetClient(target: ReplayTarget, connections: number, limits: SendLimits): TargetClient {
  const closing = new AbortController();
  const pool = createPool(target, connections, limits.connectMs, closing.signal);
  const path = `${target.url.pathname}${target.url.search}`;

  async function exchange(request: OutgoingRequest, signal: AbortSignal, outcome: SendOutcome): Promise<void> {
    checkRequest(request);
    const { method, headers, body } = request;
    const options = { method, path, headers: headers.flat(), body, signal, responseHeaders: 'raw' as const };
    const response = await orAborted(pool.request(options), signal);
    outcome.status = response.statusCode;
    // 'raw' gives the flat list, which the type does not know.
    outcome.responseHeaders = toHeaderPairs(response.headers as unknown as string[]);
    await readBody(response.body, limits, (kept) => (outcome.responseBody = kept));
  }

  async function send(request: OutgoingRequest, stopped: AbortSignal): Promise<SendOutcome> {
    const outcome: SendOutcome = { status: null, error: null, responseHeaders: [], responseBody: new Uint8Array() };
    const cut = new AbortController();
    const onStop = (): void => cut.abort();
    const deadline = setTimeout(onStop, limits.totalMs);
    stopped.addEventListener('abort', onStop);
    try {
      stopped.throwIfAborted();
      await exchange(request, cut.signal, outcome);
    } catch (failure) {
      const late = cut.signal.aborted && !stopped.aborted;
      outcome.error = describeSendFailure(failure, { stopped: stopped.aborted, late, limits, host: target.url.host });
    } finally {
      clearTimeout(deadline);
      stopped.removeEventListener('abort', onStop);
    }
    return outcome;
  }

  return {
    send,
    async close() {
      closing.abort();
      await pool.destroy();
    },
  };
}

/** Once `closing` fires, connections that are still being made are cut too, which a destroyed pool would leave alone. */
function createPool(
  { url, addresses }: ReplayTarget,
  connections: number,
  connectMs: number,
  closing: AbortSignal,
): Pool {
  return new Pool(url.origin, {
    connections,
    allowH2: false,
    // The deadline of the whole send covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
    // A paced run finds its connection closed by the target: do not reuse one that has idled.
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
    connect: { timeout: connectMs, lookup: pinTo(addresses), signal: closing },
  });
}

function pinTo(addresses: ReplayTarget['addresses']): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all || first === undefined) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** A refusal by undici itself would leave its pool waiting for ever, so nothing reaches it that it refuses. */
function checkRequest({ method, headers }: OutgoingRequest): void {
  if (method === 'CONNECT') throw new AppError('REQUEST_INVALID', 'a CONNECT asks a proxy for a tunnel');
  checkHeader([method, '']); // a method is a token, as the name of a header is
  headers.forEach(checkHeader);
}

/** undici looks at a request's signal only once there is a connection; this looks at once. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  return Promise.race([work, aborted.promise]);
}

/** Reports the beginning of the body, also of one that breaks off. Leaving the loop cuts the connection. */
async function readBody(
  body: AsyncIterable<Uint8Array>,
  limits: SendLimits,
  keep: (beginning: Uint8Array) => void,
): Promise<void> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of body) {
      if (sizeBytes < limits.storedBytes) chunks.push(chunk);
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limits.readBytes) return;
    }
  } finally {
    keep(Buffer.concat(chunks).subarray(0, limits.storedBytes));
  }
}
