// What a program has to know of a request that arrived: which deliveries its body carries, and what joins each to its other attempts. It
// is read on the receiver's thread, so only while an armed program asks for it and only up to a limit; a longer body, or one that its
// Content-Encoding does not let us read in that limit, is a delivery nothing is known of.
import { createHash } from 'node:crypto';
import { codingsOf } from '#engine/store/content/content-codings.ts';
import type { ChainKey } from '#engine/store/queries/answers/stored-attempts.ts';
import type { CapturedRequest } from '#engine/store/store.ts';
import { chainJoin } from '#shared/chain/chain-join.ts';
import { decodeSpan } from '#shared/envelope/body-text.ts';
import { readDeliveries } from '#shared/envelope/read-deliveries.ts';
import type { ArrivingReading } from '#shared/program/arriving-delivery.ts';
import { decodeArrivedBody } from './decode-arrived-body.ts';

/** A request that is complete and not decided yet. */
export type ArrivedRequest = Omit<CapturedRequest, 'answer'>;

/** One delivery of a request; `chain` is null where nothing joins it to others. */
export interface ArrivedDelivery {
  readonly reading: Omit<ArrivingReading, 'attempt'>;
  readonly chain: ChainKey | null;
}

/** A request on its way to its decision. */
export interface Arrival {
  readonly request: ArrivedRequest;
  /** What its body carries; undefined until that was asked for, null where it cannot be read here. */
  deliveries: readonly ArrivedDelivery[] | null | undefined;
  /** Its attempts could not be told in time; they are not waited for again. */
  hasWaitedInVain: boolean;
}

/** A request of which nothing was asked yet. */
export function toArrival(request: ArrivedRequest): Arrival {
  return { request, deliveries: undefined, hasWaitedInVain: false };
}

/** Longer bodies, as received or decoded, are not read while their sender waits. */
export const readLimitBytes = 4 * 1024 * 1024;

/** What the body of a request carries; null where it cannot be read here. A promise only where Content-Encoding has to be undone. */
export function readArrivedDeliveries(
  request: ArrivedRequest,
): ArrivedDelivery[] | null | Promise<ArrivedDelivery[] | null> {
  const { body, rawHeaders } = request;
  if (body.length > readLimitBytes) return null;
  if (codingsOf(rawHeaders).length === 0) return toDeliveries(request, body);
  return decodeArrivedBody(body, rawHeaders, readLimitBytes).then((content) =>
    content === 'too-long' ? null : toDeliveries(request, content ?? body),
  );
}

function toDeliveries(request: ArrivedRequest, bytes: Uint8Array): ArrivedDelivery[] {
  return readDeliveries(bytes).map((reading) => ({
    reading: { ...reading, readText: () => decodeSpan(bytes, reading) },
    chain: chainOf(request, reading),
  }));
}

/** By which the store will join it, see `chainJoin`. */
function chainOf(
  { body, sizeBytes, completeness, origin }: ArrivedRequest,
  { eventId, batchIndex }: Pick<ArrivingReading, 'eventId' | 'batchIndex'>,
): ChainKey | null {
  const join = chainJoin({ eventId, decidedBy: 'default', storedBytes: body.length, sizeBytes, completeness });
  if (join === null) return null;
  if (eventId !== null) return { origin, eventId };
  return { origin, batchIndex, bodySha256Hex: createHash('sha256').update(body).digest('hex') };
}
