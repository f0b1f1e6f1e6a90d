import type { RequestRecord } from '#shared/protocol/delivery.ts';

/** A plain request that was answered 200. */
export function requestRecord(rest: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id: 1,
    method: 'POST',
    target: '/push',
    httpVersion: '1.1',
    rawHeaders: [],
    remoteAddress: '127.0.0.1',
    remotePort: 40_000,
    tls: null,
    sizeBytes: 2,
    truncated: false,
    completeness: 'complete',
    receivedAt: '2026-11-21T13:03:58.317Z',
    answeredAt: '2026-11-21T13:03:58.318Z',
    peerClosedAt: null,
    answer: { action: 'respond', status: 200, decidedBy: 'default', detail: null, note: null, released: null },
    auth: { verdict: 'none', scheme: null, reason: null, enforced: true, credential: null },
    allowed: null,
    environment: 'other',
    sourceAddress: '127.0.0.1',
    origin: 'platform',
    bodySha256: '0'.repeat(64),
    contentEncoding: null,
    ...rest,
  };
}
