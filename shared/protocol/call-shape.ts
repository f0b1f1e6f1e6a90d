import { z } from 'zod';

export const noParams = z.strictObject({});
export const idParams = z.strictObject({ id: z.coerce.number<string | number>().int().min(1) });
export const none = z.undefined().optional();

/** One call. `output` null means the answer is not JSON (bytes or a stream). */
export interface CallShape {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below `/api/v1`, with `:name` for parameters. */
  path: string;
  summary: string;
  params: z.ZodType;
  query: z.ZodType;
  body: z.ZodType;
  output: z.ZodType | null;
}

/** Asked for on purpose: values of credentials as they were sent. Without it they are masked. */
export const revealQuery = z.strictObject({ reveal: z.enum(['credentials']).optional() });
export type RevealQuery = z.output<typeof revealQuery>;
