import type { Status } from '#shared/protocol/status.ts';

/** A receiver that listens and answers 200, with nothing captured. */
export function status(receiver: Partial<Status['receiver']> = {}): Status {
  return {
    version: '0.1.0',
    receiver: {
      state: 'receiving',
      url: 'http://127.0.0.1:4180/',
      publicUrl: 'https://hooks.acme.test/',
      message: null,
      tls: false,
      auth: { type: 'none', mode: 'enforce', message: null },
      allowList: { mode: 'off' },
      lastProductionAt: null,
      ...receiver,
    },
    tunnel: { state: 'off', url: null, message: null, since: '2026-11-21T13:03:57.417Z', hasToken: false },
    store: {
      state: 'ok',
      message: null,
      captureFile: 'capture.db',
      requests: 0,
      deliveries: 0,
      pending: 0,
      sizeBytes: 0,
      oldestAt: null,
    },
    answer: {
      override: null,
      limit: null,
      rules: [],
      rescueLastAttempt: false,
      keep: false,
      after: null,
      ruleStates: [],
      rescued: 0,
      remaining: null,
      armedAt: null,
      held: 0,
    },
    counters: { perMinute: 0, received: 0, inFlight: 0 },
  };
}
