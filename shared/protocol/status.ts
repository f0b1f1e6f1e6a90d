import { z } from 'zod';
import { answerProgramSchema } from '../answer/answer.ts';
import { deliveryItemSchema, isoTimeSchema } from './delivery.ts';
import { authTypes, checkModes } from './sender.ts';

/** receiving is only claimed after a self-test POST to the receiver came back. */
export const receiverStates = ['stopped', 'starting', 'receiving', 'error'] as const;
export const tunnelStates = ['off', 'connecting', 'up', 'down', 'failed'] as const;
export type TunnelState = (typeof tunnelStates)[number];

export const tunnelStatusSchema = z.object({
  state: z.enum(tunnelStates),
  /** Public URL while up (and kept while down, since it comes back). */
  url: z.string().nullable(),
  /** What went wrong and what to do, in one line; null while up or off. */
  message: z.string().nullable(),
  since: isoTimeSchema,
  hasToken: z.boolean(),
});
export type TunnelStatus = z.infer<typeof tunnelStatusSchema>;

/** The armed answer as it stands now. */
export const answerStateSchema = answerProgramSchema.extend({
  /** Requests or seconds left of the limit; null without a limit. */
  remaining: z.number().nullable(),
  /** Since when anything but a plain 200 is armed; null while nothing is. */
  armedAt: isoTimeSchema.nullable(),
  /** What the override gives way to at the end of its limit; null without a limit. */
  after: answerProgramSchema.nullable(),
  /** Of each rule, in order: requests it answered, and requests or seconds left of its limit (null without one). */
  ruleStates: z.array(
    z.object({
      answered: z.int(),
      remaining: z.number().nullable(),
      /** Its regular expression took too long on a request: it fits nothing any more until it is armed again. */
      tooSlow: z.boolean().optional(),
    }),
  ),
  /** Last attempts that were answered 200 instead of the fault, since it was armed. */
  rescued: z.int(),
  /** Requests being held without an answer right now. */
  held: z.int(),
});
export type AnswerState = z.infer<typeof answerStateSchema>;

export const statusSchema = z.object({
  version: z.string(),
  receiver: z.object({
    state: z.enum(receiverStates),
    /** Local URL a sender on this machine can use. */
    url: z.string(),
    /** The URL to give to the platform: the tunnel's while there is one, else the local one. */
    publicUrl: z.string(),
    message: z.string().nullable(),
    tls: z.boolean(),
    /** More is in `GET /sender`. */
    auth: z.object({ type: z.enum(authTypes), mode: z.enum(checkModes), message: z.string().nullable() }),
    allowList: z.object({ mode: z.enum(['off', ...checkModes]) }),
    /** When a request from the production environment last arrived in this run; null where none did. Own traffic never counts. */
    lastProductionAt: isoTimeSchema.nullable(),
  }),
  tunnel: tunnelStatusSchema,
  store: z.object({
    state: z.enum(['ok', 'failing']),
    message: z.string().nullable(),
    captureFile: z.string(),
    requests: z.int(),
    deliveries: z.int(),
    /** Requests stored but not yet decoded. */
    pending: z.int(),
    sizeBytes: z.int(),
    oldestAt: isoTimeSchema.nullable(),
  }),
  answer: answerStateSchema,
  counters: z.object({
    /** Requests received in the last 60 s. */
    perMinute: z.int(),
    received: z.int(),
    /** Requests in flight: accepted, not yet answered. */
    inFlight: z.int(),
  }),
});
export type Status = z.infer<typeof statusSchema>;

/** Messages of `GET /live`: `hello` once, then at most ten a second. `version` grows whenever any stored row changed. */
export const liveMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), status: statusSchema, version: z.int() }),
  z.object({
    type: z.literal('changed'),
    status: statusSchema,
    version: z.int(),
    /** Newest rows since the last message, at most 50, in arrival order. */
    newest: z.array(deliveryItemSchema),
    /** Rows older than `newest` changed too (an attempt count, an early mark, an answer time). */
    olderChanged: z.boolean(),
  }),
]);
export type LiveMessage = z.infer<typeof liveMessageSchema>;
