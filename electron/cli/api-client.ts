// The command line's way to a running Hookloupe: typed calls of the contract over loopback HTTP.
import { Readable } from 'node:stream';
import { AppError, isErrorBody } from '#shared/errors/app-error.ts';
import { toCallTarget, type CallInput } from '#shared/protocol/call-target.ts';
import type { CallName, CallOutput } from '#shared/protocol/contract.ts';

/** Where a control API is and how to be let in. `apiUrl` with or without `/api/v1`. */
export interface ApiAddress {
  apiUrl: string;
  token: string;
}

/** Throws `AppError` with the engine's own code where it refuses, `TARGET_UNREACHABLE` where nobody answers. */
export interface ApiClient {
  call<N extends CallName>(name: N, input?: CallInput<N>): Promise<CallOutput<N>>;
  /** Body of a call that answers bytes; the reader ends or destroys it. */
  stream(name: 'export.read', input: CallInput<'export.read'>, signal: AbortSignal): Promise<Readable>;
}

/** A call that takes longer has no answer to wait for. */
const callTimeoutMs = 60_000;

/** Holds no connection of its own, so there is nothing to close. */
export function createApiClient({ apiUrl, token }: ApiAddress): ApiClient {
  async function send(name: CallName, input: CallInput<CallName>, signal: AbortSignal): Promise<Response> {
    const { method, path } = toCallTarget(name, input);
    const headers = new Headers({ authorization: `Bearer ${token}` });
    if (input.body !== undefined) headers.set('content-type', 'application/json');
    const body = input.body === undefined ? null : JSON.stringify(input.body);
    let response: Response;
    try {
      response = await fetch(new URL(path, apiUrl), { method, headers, body, signal });
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'AbortError') throw cause;
      if (cause instanceof Error && cause.name === 'TimeoutError') throw tooSlow(apiUrl, cause);
      const message = `No Hookloupe answers at ${apiUrl}. Start it with 'hookloupe serve', or name another with --api URL.`;
      throw new AppError('TARGET_UNREACHABLE', message, { cause });
    }
    if (!response.ok) throw await toAppError(response, apiUrl);
    return response;
  }
  return {
    async call<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<CallOutput<N>> {
      const response = await send(name, input, AbortSignal.timeout(callTimeoutMs));
      // Both ends derive from the same contract; the engine builds its answers from it.
      return (await response.json()) as CallOutput<N>;
    },
    async stream(name, input, signal) {
      const { body } = await send(name, input, signal);
      return Readable.from(body ?? []);
    },
  };
}

function tooSlow(apiUrl: string, cause: Error): AppError {
  const message = `The Hookloupe at ${apiUrl} has not answered within ${callTimeoutMs / 1000} s. Try again, or narrow the filter.`;
  return new AppError('QUERY_TOO_SLOW', message, { cause });
}

async function toAppError(response: Response, apiUrl: string): Promise<AppError> {
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) return new AppError(body.code, body.message, { details: body.details });
  const message = `${apiUrl} answered ${response.status}, which no Hookloupe does. Check --api URL.`;
  return new AppError('TARGET_UNREACHABLE', message);
}
