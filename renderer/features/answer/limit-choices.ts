import type { Limit } from '#shared/answer/answer.ts';

interface LimitChoice {
  label: string;
  /** On the button. */
  short: string;
  limit: Limit | null;
}

/** How long a fault can be armed for from the toolbar. */
export const limitChoices = {
  always: { label: 'until it is switched off', short: 'always', limit: null },
  next1: { label: 'for the next request', short: 'next 1', limit: { requests: 1 } },
  next3: { label: 'for the next 3 requests', short: 'next 3', limit: { requests: 3 } },
  next5: { label: 'for the next 5 requests', short: 'next 5', limit: { requests: 5 } },
  next20: { label: 'for the next 20 requests', short: 'next 20', limit: { requests: 20 } },
  minute: { label: 'for one minute', short: '60 s', limit: { seconds: 60 } },
  tenMinutes: { label: 'for ten minutes', short: '10 min', limit: { seconds: 600 } },
} as const satisfies Record<string, LimitChoice>;

export type LimitKey = keyof typeof limitChoices;

/** The choice that an armed limit is; null for one that was armed elsewhere. */
export function toLimitKey(limit: Limit | null): LimitKey | null {
  const text = JSON.stringify(limit);
  const keys = Object.keys(limitChoices) as LimitKey[];
  return keys.find((key) => JSON.stringify(limitChoices[key].limit) === text) ?? null;
}
