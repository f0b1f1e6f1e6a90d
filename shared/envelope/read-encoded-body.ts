// A body that came with Content-Encoding, read as what it holds: its bytes were decoded elsewhere, here is what that means for its
// deliveries. Of a body that does not decode to its end, the envelopes before that are kept. A header that lies is the sender's oddity:
// the bytes as received are tried as they are, and flagged either way.
import type { ContentEncoding } from '../protocol/delivery.ts';
import type { DeliveryReading } from './delivery-reading.ts';
import type { ProblemCode } from './problem-codes.ts';
import { toPrintableLine } from './printable-line.ts';
import { readDeliveries } from './read-deliveries.ts';

/** A body after an attempt to undo its codings; `bytes` is null unless that worked to the end. */
export interface DecodedContent extends ContentEncoding {
  bytes: Uint8Array | null;
}

/** Readings with the bytes their spans lie in. */
export interface EncodedReading {
  bytes: Uint8Array;
  deliveries: DeliveryReading[];
}

const codeByState = {
  decoded: 'content_encoded',
  expands: 'content_expands',
  broken: 'content_broken',
  unknown: 'content_unknown_coding',
} as const satisfies Record<ContentEncoding['state'], ProblemCode>;

const messageLimit = 200;

/**
 * What an encoded body carries: at least one reading, each with the code of how its decoding went. `head` is what a body that does not
 * decode to its end gave before that; it counts where an envelope is whole in it. Never throws.
 */
export function readEncodedBody(
  body: Uint8Array,
  content: DecodedContent,
  head: Uint8Array | null = null,
): EncodedReading {
  const code = codeByState[content.state];
  if (content.bytes !== null) return flagged(content.bytes, readDeliveries(content.bytes), code);
  for (const bytes of [head, body]) {
    const deliveries = bytes === null ? [] : readDeliveries(bytes);
    if (bytes !== null && deliveries.some(({ unparsed }) => !unparsed)) return flagged(bytes, deliveries, code);
  }
  return { bytes: body, deliveries: [undecoded(body, content, code)] };
}

function flagged(bytes: Uint8Array, deliveries: readonly DeliveryReading[], code: ProblemCode): EncodedReading {
  return { bytes, deliveries: deliveries.map((reading) => ({ ...reading, problems: [code, ...reading.problems] })) };
}

function undecoded(body: Uint8Array, { message }: DecodedContent, code: ProblemCode): DeliveryReading {
  const summary = toPrintableLine(message ?? 'The body cannot be decoded', messageLimit);
  return {
    batchIndex: null,
    start: 0,
    end: body.length,
    unparsed: true,
    parseError: { message: summary, offset: null },
    eventId: null,
    eventName: null,
    eventTsMs: null,
    references: [],
    problems: [code],
    summary,
  };
}
