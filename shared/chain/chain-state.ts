import type { Chain } from '../protocol/delivery.ts';
import { attemptLimit } from '../spec/limits.ts';
import { attemptResult, type AttemptFacts } from './attempt-result.ts';

/**
 * The state of a chain from its attempts of one origin, in the order of arrival (spec, Errors and Limits): 200 completes an event; 500 and
 * time-out are retried up to 4 attempts; nothing is said of other answers. Envelopes of one request are one attempt.
 */
export function chainState(attempts: readonly AttemptFacts[]): Chain['state'] {
  const results = new Map(attempts.map((facts) => [facts.requestId, attemptResult(facts)]));
  const all = [...results.values()];
  const last = all.at(-1);
  if (all.includes('accepted')) return 'complete';
  if (last === 'open') return 'pending';
  if (last !== 'failed' && last !== 'timeout') return 'unknown';
  const failures = all.filter((result) => result === 'failed' || result === 'timeout').length;
  if (failures >= attemptLimit) return 'gave_up';
  return all.length < attemptLimit ? 'pending' : 'unknown';
}
