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

const respondSchema = z.strictObject({
  action: z.literal('respond'),
  status: z.int().min(200).max(599),
  delayMs: z.int().min(0).max(600_000).optional(),
  headers: armedHeadersSchema.optional(),
  body: z.string().max(1_000_000).optional(),
});
/** Hold without a byte until the sender hangs up, or for `holdMs`, then close. */
const hangSchema = z.strictObject({ action: z.literal('hang'), holdMs: z.int().min(1).max(86_400_000).optional() });
const resetSchema = z.strictObject({ action: z.literal('reset') });

/** A deviation from 200 that can be armed. `status` 200–599; delays in milliseconds; body is text. */
export const faultSchema = z.discriminatedUnion('action', [respondSchema, hangSchema, resetSchema]);
export type Fault = z.infer<typeof faultSchema>;

/** How long an override stays: for the next N requests, for T seconds, or (null) until it is switched off. */
export const limitSchema = z.union([
  z.strictObject({ requests: z.int().min(1).max(1_000_000) }),
  z.strictObject({ seconds: z.number().positive().max(86_400) }),
]);
export type Limit = z.infer<typeof limitSchema>;

function isAscending(range: string): boolean {
  const [from, to = ''] = range.split('-');
  return to === '' || Number(from) <= Number(to);
}

/** When a rule applies; all that is given must hold. */
const ruleConditions = {
  /** What people call the rule. */
  name: z.string().max(80).optional(),
  /**
   * Filter text; of a batch one fitting envelope is enough. Empty fits every request. What is not known when a request arrives (its
   * answer, how long it took) never fits; times without a zone are UTC.
   */
  when: z.string().max(10_000).default(''),
  /** Attempts of the event, from 1: `2`, `1-3`, `3-`. */
  attempts: z
    .string()
    .regex(/^[1-9]\d{0,3}(?:-(?:[1-9]\d{0,3})?)?$/, 'wants a range of attempts such as 2, 1-3 or 3-')
    .refine(isAscending, 'wants the smaller attempt first, such as 1-3')
    .optional(),
  /** Only the first so many events that fit; their later attempts belong to them. */
  events: z.int().min(1).max(1000).optional(),
  /** Every k-th request that fits, the k-th first. */
  every: z.int().min(1).max(1_000_000).optional(),
  /** Share of the fitting requests, drawn from `seed` (0): the same seed draws the same requests. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
  limit: limitSchema.nullable().optional(),
  /** Also for requests that enforced authentication or an enforced allow-list would answer 401. */
  overridesAuthentication: z.boolean().optional(),
};
/** One rule of an answer program: conditions, and the answer beside them. */
export const ruleSchema = z.discriminatedUnion('action', [
  respondSchema.extend(ruleConditions),
  hangSchema.extend(ruleConditions),
  resetSchema.extend(ruleConditions),
]);
export type Rule = z.infer<typeof ruleSchema>;

/** Body of `PUT /answer`: the override before the rules, of the rules the first that fits, else 200. */
export const answerProgramSchema = z.strictObject({
  override: faultSchema.nullable().default(null),
  /**
   * Of the override. When it is used up, the override gives way: to the rules of this program where it has any, else to what was armed
   * before (a limited override that it replaced does not come back).
   */
  limit: limitSchema.nullable().default(null),
  rules: z.array(ruleSchema).max(100).default([]),
  /**
   * Answer 200 to the last attempt of an event (spec, Limits: the fourth), and to one whose attempt cannot be known, where a status from
   * 500 on, a time-out or a reset would be given.
   */
  rescueLastAttempt: z.boolean().default(false),
  /** Armed again when Hookloupe starts the next time, without the limits that are used up by then. */
  keep: z.boolean().default(false),
});
export type AnswerProgram = z.infer<typeof answerProgramSchema>;

/**
 * Who decided an answer. `default` is the plain 200; `rescue` the 200 to a last attempt; `authentication` and `allow-list` the 401 of an
 * enforced check; `token-endpoint` answers requests for a token; `store` is the 500 while the capture file cannot be written.
 */
export const answerDeciders = [
  'default',
  'override',
  'rule',
  'rescue',
  'authentication',
  'allow-list',
  'token-endpoint',
  'store',
] as const;
export type AnswerDecider = (typeof answerDeciders)[number];

/** What was decided for one request. `status` is null for hang and reset. */
export interface AnswerDecision {
  action: AnswerAction;
  status: number | null;
  decidedBy: AnswerDecider;
  /** Which rule it was, or why, in words for people; null where `decidedBy` says all. */
  detail: string | null;
  /** What changed with this request, for a line in the list: `3 of 3 answered 500: back to 200`; null mostly. */
  note: string | null;
  delayMs: number;
  holdMs: number | null;
  headers: Readonly<Record<string, string>>;
  body: string;
}
