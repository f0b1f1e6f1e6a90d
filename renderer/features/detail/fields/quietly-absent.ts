import type { DecodedField } from '#shared/protocol/delivery.ts';

/** What makes an envelope (spec, Event envelope): without one of these the absence itself is the news. */
const envelopeCore: ReadonlySet<string> = new Set(['event_id', 'event_name', 'event_ts', 'payload']);

/** Whether a field is only listed in the specification, and its absence says nothing. */
export function isQuietlyAbsent({ status, path }: Pick<DecodedField, 'status' | 'path'>): boolean {
  return status === 'missing' && !envelopeCore.has(path);
}
