import type { CapturedRequest } from '#engine/store/store.ts';

/** A request as the receiver hands it to the store, with what a test cares about replaced. */
export function capturedRequest(
  body: string | Uint8Array,
  overrides: Partial<Omit<CapturedRequest, 'body'>> = {},
): CapturedRequest {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return {
    receivedAtMs: Date.UTC(2026, 10, 21, 13),
    receivedMonoMs: 1_000,
    method: 'POST',
    target: '/push',
    httpVersion: '1.1',
    rawHeaders: [
      ['Host', 'hooks.example.test'],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(bytes.length)],
    ],
    remoteAddress: '127.0.0.1',
    remotePort: 50_000,
    tls: null,
    sourceAddress: '50.112.172.205',
    environment: 'staging',
    auth: { verdict: 'ok', scheme: 'basic', reason: null, enforced: true },
    allowed: null,
    origin: 'platform',
    body: bytes,
    sizeBytes: bytes.length,
    truncated: false,
    completeness: 'complete',
    answer: { action: 'respond', status: 200, decidedBy: 'default' },
    ...overrides,
  };
}
