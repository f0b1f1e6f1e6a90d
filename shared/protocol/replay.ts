import { z } from 'zod';
import { shotSchema } from './delivery.ts';

export const replayOrders = ['arrival', 'event_ts', 'shuffle'] as const;
export const replayStates = ['running', 'done', 'stopped', 'failed'] as const;
/** `fast`, `original`, `x4` (four times the original speed) or `20/s`. */
export const paceSchema = z
  .string()
  .regex(/^(?:fast|original|x\d+(?:\.\d+)?|\d+(?:\.\d+)?\/s)$/, 'pace is fast, original, xN or N/s');

/** `none`, `basic:USER:PASSWORD`, `apikey:KEY`, `bearer:TOKEN`; the same grammar as `--auth`. */
export const authSpecSchema = z.string().max(10_000);

export const replayRequestSchema = z
  .strictObject({
    deliveryIds: z.array(z.int()).min(1).max(100_000).optional(),
    filter: z.string().max(10_000).optional(),
    /** Zone of the filter's times, as in the list. */
    zoneOffsetMinutes: z.int().min(-840).max(840).default(0),
    target: z.strictObject({
      url: z.string().max(8_000),
      auth: authSpecSchema.optional(),
      headers: z.record(z.string(), z.string()).optional(),
    }),
    order: z.enum(replayOrders).default('arrival'),
    pace: paceSchema.default('fast'),
    concurrency: z.int().min(1).max(64).default(1),
    seed: z.int().default(1),
    /** Body to send instead of the captured bytes; only with exactly one delivery. */
    body: z.string().max(100_000_000).optional(),
  })
  .refine((r) => (r.deliveryIds === undefined) !== (r.filter === undefined), 'give either deliveryIds or filter')
  .refine((r) => r.body === undefined || r.deliveryIds?.length === 1, 'body goes with exactly one delivery');
export type ReplayRequest = z.infer<typeof replayRequestSchema>;

export const replaySchema = z.object({
  id: z.int(),
  state: z.enum(replayStates),
  total: z.int(),
  sent: z.int(),
  /** Status, or `error`, → count. */
  byStatus: z.record(z.string(), z.int()),
  targetUrl: z.string(),
  message: z.string().nullable(),
  shots: z.array(shotSchema),
});
export type Replay = z.infer<typeof replaySchema>;
