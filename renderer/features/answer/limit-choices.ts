import { limitSchema, type Limit } from '#shared/answer/answer.ts';

interface LimitChoice {
  label: string;
  limit: Limit | null;
}

/** How long a fault can be armed for, by one click; any other limit is typed. */
export const limitChoices = {
  always: { label: 'until it is switched off', limit: null },
  next1: { label: 'for the next request', limit: { requests: 1 } },
  next3: { label: 'for the next 3 requests', limit: { requests: 3 } },
  next5: { label: 'for the next 5 requests', limit: { requests: 5 } },
  next20: { label: 'for the next 20 requests', limit: { requests: 20 } },
  minute: { label: 'for one minute', limit: { seconds: 60 } },
  tenMinutes: { label: 'for ten minutes', limit: { seconds: 600 } },
} as const satisfies Record<string, LimitChoice>;

export type LimitKey = keyof typeof limitChoices;

/** The choice that a limit is; null for any other. */
export function toLimitKey(limit: Limit | null): LimitKey | null {
  const text = JSON.stringify(limit);
  const keys = Object.keys(limitChoices) as LimitKey[];
  return keys.find((key) => JSON.stringify(limitChoices[key].limit) === text) ?? null;
}

export const limitUnits = ['requests', 'seconds'] as const;
export type LimitUnit = (typeof limitUnits)[number];

/** A limit as it was typed, or what has to be changed first. */
export function readLimit(unit: LimitUnit, amount: string): Limit | { problem: string } {
  const number = amount.trim() === '' ? Number.NaN : Number(amount);
  const limit = limitSchema.safeParse(unit === 'requests' ? { requests: number } : { seconds: number });
  if (limit.success) return limit.data;
  return {
    problem:
      unit === 'requests'
        ? 'Requests are a whole number from 1 to 1,000,000.'
        : 'Seconds are a number above 0, at most 86,400.',
  };
}
