import { z } from 'zod';
import { answerActions, answerDeciders } from '../answer/answer.ts';

/** ISO 8601 UTC with milliseconds. */
export const isoTimeSchema = z.string();

export const environments = ['staging', 'production', 'other'] as const;
/** Where a request came from, by source address (spec, Endpoints: source IP addresses). */
export type Environment = (typeof environments)[number];

export const authVerdicts = ['none', 'ok', 'missing', 'wrong', 'expired', 'unchecked'] as const;
/**
 * Outcome of the sender's authentication (spec, Authentication). `none`: nothing is required. `expired`: right but for its time.
 * `unchecked`: the keys to check it with could not be had.
 */
export type AuthVerdict = (typeof authVerdicts)[number];

export const origins = ['platform', 'replay', 'simulator', 'self-test'] as const;
/** Who made a request: the platform (or any stranger), or one of our own senders, marked at birth. */
export type Origin = (typeof origins)[number];

export const answerRecordSchema = z.object({
  action: z.enum(answerActions),
  status: z.int().nullable(),
  decidedBy: z.enum(answerDeciders),
  /** Which rule it was, or why, in words for people; null where `decidedBy` says all. */
  detail: z.string().nullable(),
  /** What changed with this request, for a line in the list, e.g. `3 of 3 answered 500: back to 200`. */
  note: z.string().nullable(),
  /** What a held request was let go with; null while held and for every other. `status` null: the connection was dropped. */
  released: z.object({ status: z.int().nullable() }).nullable(),
});
export type AnswerRecord = z.infer<typeof answerRecordSchema>;

/** Kinds of shared entity that join deliveries into a story. */
export const storyEntities = [
  'notification',
  'message',
  'customer',
  'phone',
  'conversation',
  'submission',
  'job',
  'journey',
] as const;
export type StoryEntity = (typeof storyEntities)[number];
export const storyReferenceSchema = z.object({ entity: z.enum(storyEntities), value: z.string() });
export type StoryReference = z.infer<typeof storyReferenceSchema>;

/**
 * What an attempt is in its chain. The first three name what the attempt before got; several can hold at once.
 * `retry-after-timeout`: no answer had reached the sender. `duplicate-after-200`: an earlier attempt was accepted before this one came.
 * `late-ack`: 200 was said after the sender had gone. `different-body`: other bytes than the attempt before, under the same id.
 * `beyond-limit`: more attempts than the spec allows (Limits). `own-replay`: sent by a replay of ours.
 */
export const attemptClasses = [
  'retry-after-500',
  'retry-after-timeout',
  'retry-after-other',
  'duplicate-after-200',
  'late-ack',
  'different-body',
  'beyond-limit',
  'own-replay',
] as const;
export type AttemptClass = (typeof attemptClasses)[number];

/** One row of the list: one envelope carried by one request. Times ISO 8601 UTC with milliseconds; null where absent. */
export const deliveryItemSchema = z.object({
  id: z.int(),
  requestId: z.int(),
  /** Arrival ordinal, from 1 without gaps. */
  seq: z.int(),
  receivedAt: isoTimeSchema,
  answeredAt: isoTimeSchema.nullable(),
  peerClosedAt: isoTimeSchema.nullable(),
  eventId: z.string().nullable(),
  eventName: z.string().nullable(),
  eventTs: isoTimeSchema.nullable(),
  /** receivedAt − event_ts in milliseconds; negative when the clocks disagree. */
  lagMs: z.number().nullable(),
  attempt: z.int(),
  attempts: z.int(),
  classes: z.array(z.enum(attemptClasses)),
  answer: answerRecordSchema,
  unparsed: z.boolean(),
  /** Position in a batch, from 0; null for a single-mode request. */
  batchIndex: z.int().nullable(),
  /** Delivered before a delivery of the same story with an older event_ts. */
  early: z.boolean(),
  /** A delivery of the same story with a newer event_ts was delivered before this one. */
  late: z.boolean(),
  /** What is odd about the bytes, as stable short codes, e.g. `json_invalid`, `event_ts_invalid`. */
  problems: z.array(z.string()),
  /** One line for the list, e.g. `express → stop`. */
  summary: z.string(),
  sizeBytes: z.int(),
  environment: z.enum(environments),
  auth: z.enum(authVerdicts),
  /** Ordinal of the credential among those seen in this capture; null without one. See `GET /credentials`. */
  credential: z.int().nullable(),
  origin: z.enum(origins),
});
export type DeliveryItem = z.infer<typeof deliveryItemSchema>;

/** How a field of an envelope relates to the specification. */
export const fieldStatuses = ['known', 'new', 'missing', 'type-differs'] as const;

/** One field of an envelope beside its documentation. */
export const decodedFieldSchema = z.object({
  /** Path from the envelope's top, e.g. `event_ts`, `payload.launched_by.lb-name`, `payload.submission[0].value`. */
  path: z.string(),
  name: z.string(),
  group: z.enum(['envelope', 'payload']),
  status: z.enum(fieldStatuses),
  /** JSON type seen: string, number, boolean, null, object, array; null where missing. */
  type: z.string().nullable(),
  /** JSON source text of the value, cut at 10,000 characters; null where missing. */
  source: z.string().nullable(),
  /** Documentation; null for fields the specification does not name. */
  spec: z
    .object({
      type: z.string(),
      meaning: z.string(),
      nullable: z.boolean(),
      optional: z.boolean(),
      allowed: z.array(z.string()),
      unit: z.string().nullable(),
      section: z.string(),
    })
    .nullable(),
  /** Set where the value names an entity: a link to its story. */
  reference: storyReferenceSchema.nullable(),
  encrypted: z.boolean(),
  /** How a value of the right JSON type differs from what the specification says, e.g. `not a UUID`; null where it does not. */
  deviation: z.string().nullable(),
});
export type DecodedField = z.infer<typeof decodedFieldSchema>;

/**
 * How a body sent with Content-Encoding reads. `decoded`: its bytes are at `…/body?view=decoded`. `expands`: it would grow beyond the
 * limit, and its first bytes are there. `broken`: it is not what the header says. `unknown`: a coding we do not know.
 */
export const contentEncodingSchema = z.object({
  codings: z.array(z.string()),
  state: z.enum(['decoded', 'expands', 'broken', 'unknown']),
  /** Bytes after decoding; the limit where it `expands`; null where it cannot be read. */
  decodedBytes: z.int().nullable(),
  message: z.string().nullable(),
});
export type ContentEncoding = z.infer<typeof contentEncodingSchema>;

export const requestRecordSchema = z.object({
  id: z.int(),
  method: z.string(),
  /** As sent, never normalised. */
  target: z.string(),
  httpVersion: z.string(),
  /** Values of credentials are masked unless they were asked for with `reveal`. */
  rawHeaders: z.array(z.tuple([z.string(), z.string()])),
  remoteAddress: z.string(),
  remotePort: z.int(),
  /** Protocol and cipher where the receiver itself ended TLS. */
  tls: z.object({ protocol: z.string(), cipher: z.string(), serverName: z.string().nullable() }).nullable(),
  /** Bytes received; more than the stored body where `truncated`. */
  sizeBytes: z.int(),
  truncated: z.boolean(),
  /** `complete`; `incomplete` when the sender went away before the end; `malformed` when it is not HTTP. */
  completeness: z.enum(['complete', 'incomplete', 'malformed']),
  receivedAt: isoTimeSchema,
  answeredAt: isoTimeSchema.nullable(),
  peerClosedAt: isoTimeSchema.nullable(),
  answer: answerRecordSchema,
  auth: z.object({
    verdict: z.enum(authVerdicts),
    scheme: z.string().nullable(),
    reason: z.string().nullable(),
    /** False in shadow mode: the verdict did not change the answer. */
    enforced: z.boolean(),
    /** See `GET /credentials`. */
    credential: z.int().nullable(),
  }),
  /** Whether the source address is on the allow-list; null without one, and for own traffic. */
  allowed: z.boolean().nullable(),
  environment: z.enum(environments),
  /** The address the environment was judged by: the peer, or the last X-Forwarded-For value behind a loopback hop. */
  sourceAddress: z.string(),
  origin: z.enum(origins),
  /** Lower-case hex SHA-256 of the stored body. */
  bodySha256: z.string(),
  /** What Content-Encoding made of the body, for the view only; null where the header is absent or `identity`. */
  contentEncoding: contentEncodingSchema.nullable(),
});
export type RequestRecord = z.infer<typeof requestRecordSchema>;

export const chainAttemptSchema = z.object({
  deliveryId: z.int(),
  requestId: z.int(),
  attempt: z.int(),
  receivedAt: isoTimeSchema,
  answeredAt: isoTimeSchema.nullable(),
  peerClosedAt: isoTimeSchema.nullable(),
  /** Since the attempt before, by the monotonic clock where both fall in one run of the receiver; null for the first. */
  gapMs: z.number().nullable(),
  answer: answerRecordSchema,
  /** Same body bytes as the attempt before; null for the first. */
  sameBody: z.boolean().nullable(),
  /** Names of headers whose values differ from the attempt before, were added or are gone; null for the first. */
  changedHeaders: z.array(z.string()).nullable(),
  classes: z.array(z.enum(attemptClasses)),
  /** How long it was held without an answer, in milliseconds; null where it was not. */
  heldMs: z.number().nullable(),
  /** Who ended a conversation that did not end with a response; null while open and after a response. */
  closedBy: z.enum(['receiver', 'sender']).nullable(),
  /** For a batch: how many envelopes, and whether they are the same events as in the attempt before. */
  batch: z.object({ size: z.int(), sameEvents: z.boolean().nullable() }).nullable(),
  origin: z.enum(origins),
});
/**
 * complete: a 200 reached the sender. pending: the last answer was 500 or a time-out and tries remain, or is not given yet. gave_up: four such
 * failures. unknown: the spec says nothing of the last answer (401, another status, a reset), or the tries are used up by such answers.
 */
export const chainStates = ['complete', 'pending', 'gave_up', 'unknown'] as const;
export const chainSchema = z.object({
  /** Null where none could be read: then identical body bytes join the chain. */
  eventId: z.string().nullable(),
  joinedBy: z.enum(['event_id', 'body']),
  state: z.enum(chainStates),
  attempts: z.array(chainAttemptSchema),
  /** There are more attempts than are listed: the newest 1,000 are. `state` considers all. */
  truncated: z.boolean(),
});
export type Chain = z.infer<typeof chainSchema>;
export type ChainAttempt = z.infer<typeof chainAttemptSchema>;

export const explanationSeverities = ['information', 'warning'] as const;

/** One sentence about a delivery beside the specification. */
export const explanationSchema = z.object({
  /** A code of `problems`, or `field_…`, `kind_…`, `reason_…` for what only a look at the fields tells. */
  code: z.string(),
  /** The field it is about; null where it is about the delivery. */
  path: z.string().nullable(),
  message: z.string(),
  /** Heading of the specification it rests on; null where the specification says nothing about it. */
  section: z.string().nullable(),
  /** `information`: nothing is wrong (a new or absent field, a coding that was undone). */
  severity: z.enum(explanationSeverities),
});
export type Explanation = z.infer<typeof explanationSchema>;

export const deliveryDetailSchema = deliveryItemSchema.extend({
  /** The envelope parsed; null when unparsed or nested deeper than 512. `envelopeText` has the exact source. */
  envelope: z.unknown(),
  /** Exact source text of this envelope; null when unparsed; cut at 1,000,000 characters. */
  envelopeText: z.string().nullable(),
  fields: z.array(decodedFieldSchema),
  /** What is odd or worth knowing, in words that can be sent to the vendor: of the bytes first, then of single fields. */
  explanations: z.array(explanationSchema),
  request: requestRecordSchema,
  chain: chainSchema.nullable(),
  stories: z.array(storyReferenceSchema),
  /** Why no envelope was found: message, and the byte offset where known. */
  parseError: z.object({ message: z.string(), offset: z.int().nullable() }).nullable(),
  /** The inversion this delivery takes part in, if any: the nearest delivery on the other side. */
  inversion: z
    .object({
      deliveryId: z.int(),
      eventName: z.string().nullable(),
      byMs: z.number(),
      reference: storyReferenceSchema,
    })
    .nullable(),
  /** Partner a diff is made with when none was picked: the previous attempt, else the previous of the same kind. */
  diffPartnerId: z.int().nullable(),
  /** Shots of replays that sent this delivery, newest first, at most 20. */
  shots: z.array(z.lazy(() => shotSchema)),
});
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

/** One send of a replay. */
export const shotSchema = z.object({
  replayId: z.int(),
  deliveryId: z.int(),
  targetUrl: z.string(),
  startedAt: isoTimeSchema,
  /** null while the send is under way or when nothing came back. */
  status: z.int().nullable(),
  durationMs: z.number().nullable(),
  error: z.string().nullable(),
  responseHeaders: z.array(z.tuple([z.string(), z.string()])),
  /** First 64 KiB of the answer's body as text. */
  responseBody: z.string(),
  edited: z.boolean(),
});
export type Shot = z.infer<typeof shotSchema>;
