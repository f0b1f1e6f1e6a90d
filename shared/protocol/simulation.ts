import { z } from 'zod';

/** "Send test events" of the UI: the simulator posts to our own receiver, marked as own traffic. */
export const simulationRequestSchema = z.strictObject({
  kind: z.string().max(200).optional(),
  scenario: z.string().max(200).optional(),
  count: z.int().min(1).max(10_000).default(1),
  /** The same seed sends the same events; another one each time where it is absent. */
  seed: z.int().optional(),
});
export type SimulationRequest = z.infer<typeof simulationRequestSchema>;

export const simulationSchema = z.object({
  sent: z.int(),
  byStatus: z.record(z.string(), z.int()),
  /** What the sender should know, in one line, e.g. that the events went without credentials. */
  note: z.string().optional(),
});
export type Simulation = z.infer<typeof simulationSchema>;
