import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createEngine } from '#engine/create-engine.ts';
import type { Engine, EngineConfig } from '#engine/engine-config.ts';
import { toCallTarget, type CallInput } from '#shared/protocol/call-target.ts';
import type { CallName, CallOutput } from '#shared/protocol/contract.ts';

/** A whole engine in this process, on free ports and a real file, closed when the test ends. */
export interface TestEngine extends Engine {
  call<N extends CallName>(name: N, input?: CallInput<N>): Promise<CallOutput<N>>;
  /** The same as a response, for what is not JSON or not a success. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Posts a body to the receiver. */
  post(body: string | Uint8Array, headers?: Record<string, string>): Promise<Response>;
  /** Resolves when so many deliveries are listed. */
  listed(count: number): Promise<void>;
}

export const testToken = 'test-token-0123456789';

export async function startTestEngine(captureFile: string, overrides: Partial<EngineConfig> = {}): Promise<TestEngine> {
  const engine = await createEngine({
    host: '127.0.0.1',
    port: 0,
    uiPort: 0,
    captureFile,
    auth: 'none',
    token: testToken,
    tunnel: 'none',
    tunnelDomain: null,
    ngrokAuthtoken: null,
    tls: null,
    bodyLimitBytes: 100_000_000,
    rendererFolder: null,
    settingsFolder: `${captureFile}-settings`,
    logLevel: 'silent',
    ...overrides,
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await engine.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...engine, close, ...createCalls(engine) };
}

/** Calls of a running engine, in this process or another. */
export function createCalls(engine: Pick<Engine, 'apiUrl' | 'receiverUrl' | 'token'>): Omit<TestEngine, keyof Engine> {
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, engine.apiUrl), {
      ...init,
      headers: { authorization: `Bearer ${engine.token}`, ...(init.headers as Record<string, string> | undefined) },
    });
  const call = async <N extends CallName>(name: N, input: CallInput<N> = {}): Promise<CallOutput<N>> => {
    const { method, path } = toCallTarget(name, input);
    const hasBody = input.body !== undefined;
    const response = await send(path, {
      method,
      ...(hasBody ? { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } } : {}),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as CallOutput<N>;
  };
  return {
    call,
    fetch: send,
    post: (body, headers = {}) =>
      fetch(engine.receiverUrl, {
        method: 'POST',
        body: typeof body === 'string' ? body : Buffer.from(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    async listed(count) {
      while ((await call('status.read')).store.deliveries < count) await sleep(20);
    },
  };
}
