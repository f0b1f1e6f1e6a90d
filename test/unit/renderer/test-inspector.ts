import type { EngineClient } from '#renderer/engine-client/engine-client.ts';
import { createInspector, type Inspector } from '#renderer/state/inspector.ts';

/** Answers of calls by name; a call that is not among them never answers. */
export type FakeCalls = Record<string, (input: unknown) => unknown>;

/** The state of a page over an engine that answers from a table. */
export function createTestInspector(calls: FakeCalls = {}, now: () => number = () => 0): Inspector {
  const client = {
    origin: 'http://127.0.0.1',
    token: '',
    call: (name: string, input: unknown) => {
      const answer = calls[name];
      return answer ? Promise.resolve(answer(input)) : new Promise(() => undefined);
    },
    bytes: () => Promise.resolve(new ArrayBuffer(0)),
  } as EngineClient;
  return createInspector({
    client,
    storage: { read: () => null, write: () => undefined },
    now,
    toast: () => undefined,
  });
}
