import { z } from 'zod';

/** One difference between envelope A and envelope B. Absent, null and "" are three different values. */
export const diffChangeSchema = z.object({
  /** e.g. `payload.job_id`, `payload.submission[2].value` (index in B, or in A where removed). */
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed', 'moved']),
  /** JSON source of the value in A and in B; null where absent. */
  a: z.string().nullable(),
  b: z.string().nullable(),
});
export const diffSchema = z.object({
  changes: z.array(diffChangeSchema),
  /** Leaf fields that are equal on both sides. */
  equalCount: z.int(),
  /** Paths of equal leaves, at most 500, for "show all". */
  equalPaths: z.array(z.string()),
  /** Objects whose keys stand in another order (ignored otherwise). */
  keyOrderCount: z.int(),
  /** Body bytes are identical. */
  sameBytes: z.boolean(),
  /** Set when no structural diff could be made (a side is not JSON): say so, compare as text. */
  message: z.string().nullable(),
  aText: z.string(),
  bText: z.string(),
});
export type DiffChange = z.infer<typeof diffChangeSchema>;
export type Diff = z.infer<typeof diffSchema>;

export const diffRequestSchema = z.strictObject({ a: z.int(), b: z.int() });
export type DiffRequest = z.infer<typeof diffRequestSchema>;
