import { z } from 'zod';

/** What the receiver does with a request, in the words of the public contract. */
export const answerActions = ['respond', 'hang', 'reset'] as const;
export type AnswerAction = (typeof answerActions)[number];

/** Header names the receiver writes itself: an armed answer that repeated them could not be framed. */
const framing = new Set(['content-length', 'transfer-encoding']);
const armedHeadersSchema = z
  .record(
    z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'not a header name'),
    z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'not a header value'),
  )
  .refine(
    (headers) => !Object.keys(headers).some((name) => framing.has(name.toLowerCase())),
    'content-length and transfer-encoding are set by the receiver',
  );

/** A deviation from 200 that can be armed. `status` 200–599; delays in milliseconds; body is text. */
export const faultSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('respond'),
    status: z.int().min(200).max(599),
    delayMs: z.int().min(0).max(600_000).optional(),
    headers: armedHeadersSchema.optional(),
    body: z.string().max(1_000_000).optional(),
  }),
  /** Hold without a byte until the sender hangs up, or for `holdMs`, then close. */
  z.strictObject({ action: z.literal('hang'), holdMs: z.int().min(1).max(86_400_000).optional() }),
  z.strictObject({ action: z.literal('reset') }),
]);
export type Fault = z.infer<typeof faultSchema>;

/** How long an override stays: for the next N requests, for T seconds, or (null) until it is switched off. */
export const limitSchema = z.union([
  z.strictObject({ requests: z.int().min(1).max(1_000_000) }),
  z.strictObject({ seconds: z.number().positive().max(86_400) }),
]);
export type Limit = z.infer<typeof limitSchema>;

/** Body of `PUT /answer`. Rules belong to a later version: the list must be empty. */
export const answerProgramSchema = z.strictObject({
  override: faultSchema.nullable(),
  limit: limitSchema.nullable().default(null),
  rules: z.array(z.never()).default([]),
  rescueLastAttempt: z.literal(false).default(false),
});
export type AnswerProgram = z.infer<typeof answerProgramSchema>;

/** Who decided an answer. `default` is the plain 200; `store` is the 500 while the capture file cannot be written. */
export const answerDeciders = ['default', 'override', 'authentication', 'store'] as const;
export type AnswerDecider = (typeof answerDeciders)[number];

/** What was decided for one request. `status` is null for hang and reset. */
export interface AnswerDecision {
  action: AnswerAction;
  status: number | null;
  decidedBy: AnswerDecider;
  delayMs: number;
  holdMs: number | null;
  headers: Readonly<Record<string, string>>;
  body: string;
}
