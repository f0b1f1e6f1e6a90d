// The retry experiment: what is failed on purpose, what the sender was seen to do, and the report of it.
import { z } from 'zod';
import { faultSchema } from '../answer/answer.ts';
import { idParams, none, noParams, type CallShape } from './call-shape.ts';
import { chainStates, isoTimeSchema } from './delivery.ts';

/** Body of `POST /experiments`. */
export const experimentRequestSchema = z.strictObject({
  /** Which events: filter text, empty for the next one whatever it is. */
  filter: z.string().max(10_000).default(''),
  /** How many events are failed, the first that fit. */
  events: z.int().min(1).max(20).default(1),
  /** How. */
  fault: faultSchema,
  /** Attempts that fail; the next is answered 200. Null: all of them. */
  failures: z.int().min(1).max(100).nullable().default(null),
  /**
   * The experiment ends when no event was tried for so long after the last attempt seen; once each was accepted or failed 4 times, after
   * 5 s at most. No longer than `maxSeconds`.
   */
  quietSeconds: z.number().min(0.1).max(86_400).default(120),
  /** It ends then at the latest, also when nothing came. */
  maxSeconds: z.number().min(1).max(86_400).default(3600),
  /** Whether the simulator's and replays' requests take part; otherwise only the platform's do. */
  ownTraffic: z.boolean().default(false),
});
export type ExperimentRequest = z.infer<typeof experimentRequestSchema>;

const spreadSchema = z.object({
  count: z.int(),
  minMs: z.number(),
  medianMs: z.number(),
  maxMs: z.number(),
  /** Largest difference from the median. */
  jitterMs: z.number(),
});
export type Spread = z.infer<typeof spreadSchema>;

/** What was observed; nothing in it is predicted. */
export const experimentReportSchema = z.object({
  events: z.array(
    z.object({
      eventId: z.string().nullable(),
      eventName: z.string().nullable(),
      state: z.enum(chainStates),
      attempts: z.array(
        z.object({
          deliveryId: z.int(),
          requestId: z.int(),
          attempt: z.int(),
          receivedAt: isoTimeSchema,
          /** Since the attempt before, monotonic milliseconds; null for the first. */
          gapMs: z.number().nullable(),
          /** What the sender got: `500`, `timeout` (it hung up), `held` so far, `closed` by us, `reset`, `released 200`, `dropped`. */
          answer: z.string(),
          /** How long the sender waited for an answer before it hung up; null where it did not. */
          waitedMs: z.number().nullable(),
          sameBody: z.boolean().nullable(),
          changedHeaders: z.array(z.string()).nullable(),
        }),
      ),
    }),
  ),
  /** Per retry: the gap before attempt 2, 3, … over all events. */
  gaps: z.array(spreadSchema.extend({ attempt: z.int() })),
  /** The sender's own time-out, from held requests on which it hung up; null where none was seen. */
  timeout: spreadSchema.nullable(),
  bodiesIdentical: z.boolean().nullable(),
  headersChanged: z.array(z.string()),
  /** Requests of other events that arrived between the first and the last attempt, and the longest silence among them. */
  others: z.object({ requests: z.int(), longestSilenceMs: z.number().nullable() }),
  /** Whether other events kept flowing meanwhile; null where nothing can be said. */
  headOfLineBlocking: z.boolean().nullable(),
  /** Sentences for people: conclusions, and what cannot be concluded. */
  findings: z.array(z.string()),
  caveats: z.array(z.string()),
});
export type ExperimentReport = z.infer<typeof experimentReportSchema>;

export const experimentStates = ['waiting', 'observing', 'done', 'stopped'] as const;
export const experimentSchema = z.object({
  id: z.int(),
  state: z.enum(experimentStates),
  startedAt: isoTimeSchema,
  endedAt: isoTimeSchema.nullable(),
  /** Why it ended or what it waits for, in one line. */
  message: z.string(),
  /** When it ends unless something more is seen; null once it has ended. */
  endsAt: isoTimeSchema.nullable(),
  request: experimentRequestSchema,
  /** As far as it has come. */
  report: experimentReportSchema,
  /** The report to send on. */
  markdown: z.string(),
});
export type Experiment = z.infer<typeof experimentSchema>;
export const experimentsSchema = z.object({ items: z.array(experimentSchema.omit({ markdown: true })) });

export const experimentCalls = {
  'experiments.create': {
    method: 'POST',
    path: '/experiments',
    summary: 'Fail events on purpose and observe what the sender does; one runs at a time',
    params: noParams,
    query: noParams,
    body: experimentRequestSchema,
    output: experimentSchema,
  },
  'experiments.list': {
    method: 'GET',
    path: '/experiments',
    summary: 'Experiments of this capture, newest first',
    params: noParams,
    query: noParams,
    body: none,
    output: experimentsSchema,
  },
  'experiments.read': {
    method: 'GET',
    path: '/experiments/:id',
    summary: 'One experiment with its report, also as Markdown',
    params: idParams,
    query: noParams,
    body: none,
    output: experimentSchema,
  },
  'experiments.stop': {
    method: 'DELETE',
    path: '/experiments/:id',
    summary: 'End an experiment; what was observed is kept',
    params: idParams,
    query: noParams,
    body: none,
    output: experimentSchema,
  },
} as const satisfies Record<string, CallShape>;
