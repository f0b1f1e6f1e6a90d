// Typed calls to the control API. The same client serves the Electron window and the browser: the transport is loopback HTTP in both.
import { AppError, isErrorBody } from '#shared/errors/app-error.ts';
import { toCallTarget, type CallInput } from '#shared/protocol/call-target.ts';
import type { CallName, CallOutput } from '#shared/protocol/contract.ts';

export interface EngineClient {
  /** Calls the control API; throws `AppError` with the engine's code and message when it refuses. */
  call<N extends CallName>(name: N, input?: CallInput<N>, signal?: AbortSignal): Promise<CallOutput<N>>;
  /** The same for calls that answer bytes. */
  bytes(name: 'requests.body' | 'export.read', input: CallInput<'requests.body' | 'export.read'>): Promise<ArrayBuffer>;
  /** Absolute URL and token of the control API, for the live stream. */
  readonly origin: string;
  readonly token: string;
}

export function createEngineClient(origin: string, token: string): EngineClient {
  const send = async (name: CallName, input: CallInput<CallName>, signal?: AbortSignal): Promise<Response> => {
    const { method, path } = toCallTarget(name, input);
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    const body = input.body === undefined ? null : JSON.stringify(input.body);
    let response: Response;
    try {
      response = await fetch(new URL(path, origin), { method, headers, body, signal: signal ?? null });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new AppError('INTERNAL', 'The engine does not answer. Start Hookloupe again.', { cause });
    }
    if (!response.ok) throw await toAppError(response);
    return response;
  };
  return {
    origin,
    token,
    async call<N extends CallName>(name: N, input: CallInput<N> = {}, signal?: AbortSignal): Promise<CallOutput<N>> {
      const response = await send(name, input, signal);
      // The engine builds its answers from the same contract; checking every page of rows again would cost frames.
      return (await response.json()) as CallOutput<N>;
    },
    async bytes(name, input) {
      return (await send(name, input)).arrayBuffer();
    },
  };
}

async function toAppError(response: Response): Promise<AppError> {
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) return new AppError(body.code, body.message, { details: body.details });
  return new AppError('INTERNAL', `The engine answered ${response.status}.`);
}
