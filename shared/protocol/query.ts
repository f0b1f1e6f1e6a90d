import { z } from 'zod';
import { authVerdicts, deliveryItemSchema, environments, isoTimeSchema, origins } from './delivery.ts';

export const listOrders = ['arrival', 'event_ts'] as const;
export type ListOrder = (typeof listOrders)[number];
export const listDirections = ['asc', 'desc'] as const;

/** A filter and the zone of its times: minutes east of UTC for times written without one (`received:>=09:00`). */
export const filterQuerySchema = z.object({
  filter: z.string().max(10_000).default(''),
  zoneOffsetMinutes: z.coerce.number<string | number>().int().min(-840).max(840).default(0),
});
export type FilterQuery = z.infer<typeof filterQuerySchema>;

/** Query of `GET /deliveries`. `offset` counts rows from the start of the order; `cursor` is opaque and wins over `offset`. */
export const deliveryQuerySchema = filterQuerySchema.extend({
  order: z.enum(listOrders).default('arrival'),
  dir: z.enum(listDirections).default('asc'),
  limit: z.coerce.number<string | number>().int().min(1).max(1000).default(100),
  cursor: z.string().max(200).optional(),
  offset: z.coerce.number<string | number>().int().min(0).optional(),
});
export type DeliveryQuery = z.infer<typeof deliveryQuerySchema>;

export const deliveryPageSchema = z.object({
  items: z.array(deliveryItemSchema),
  nextCursor: z.string().nullable(),
  total: z.int(),
});
export type DeliveryPage = z.infer<typeof deliveryPageSchema>;

/** Query of `GET /requests/{id}/body`. `decoded` undoes Content-Encoding; `limit` bytes from the start, all by default. */
export const bodyQuerySchema = z.strictObject({
  view: z.enum(['raw', 'decoded']).default('raw'),
  limit: z.coerce.number<string | number>().int().min(1).optional(),
  /** A token request's secret is masked in its body unless it is asked for. */
  reveal: z.enum(['credentials']).optional(),
});
export type BodyQuery = z.infer<typeof bodyQuerySchema>;

const countSchema = z.record(z.string(), z.int());
/** Counts of deliveries that match the filter. Keys are values of the field; own traffic is counted too, since the list shows it. */
export const facetsSchema = z.object({
  total: z.int(),
  /** all, failures, retried, duplicates, out-of-order, not-attempted, unparsed */
  views: countSchema,
  /** event_name → count; '' for unparsed */
  kinds: countSchema,
  /** '200', '401', '500', 'timeout', 'reset', other statuses */
  answers: countSchema,
  environments: z.partialRecord(z.enum(environments), z.int()),
  auth: z.partialRecord(z.enum(authVerdicts), z.int()),
  origins: z.partialRecord(z.enum(origins), z.int()),
});
export type Facets = z.infer<typeof facetsSchema>;

/** Arrivals over time in equal buckets; `failed` counts answers other than 2xx. */
export const histogramSchema = z.object({
  from: isoTimeSchema.nullable(),
  to: isoTimeSchema.nullable(),
  bucketMs: z.number(),
  buckets: z.array(z.object({ at: isoTimeSchema, total: z.int(), failed: z.int() })),
});
export type Histogram = z.infer<typeof histogramSchema>;

/** Values seen for a filter key, most frequent first, at most 50. */
export const valueSuggestionsSchema = z.object({
  key: z.string(),
  values: z.array(z.object({ value: z.string(), count: z.int() })),
});
export type ValueSuggestions = z.infer<typeof valueSuggestionsSchema>;
