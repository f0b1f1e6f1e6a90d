import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import { attemptLimit } from '#shared/spec/limits.ts';
import { classWords } from './class-words.ts';

export type TryMark = 'first' | 'retry' | 'gave-up' | 'duplicate';

type Tried = Pick<DeliveryItem, 'attempt' | 'attempts' | 'classes' | 'answer'>;

export interface TryReading {
  mark: TryMark;
  /** Short: `1`, `3/4`, `5`. */
  count: string;
  /** For people: `try 3 of 4 seen, after 500`. */
  words: string;
}

/** What a delivery says about the try it is. */
export function readTry(item: Tried): TryReading {
  const { attempt, attempts, classes } = item;
  const isDuplicate = classes.includes('duplicate-after-200');
  const mark = isDuplicate ? 'duplicate' : isGivenUp(item) ? 'gave-up' : attempt > 1 ? 'retry' : 'first';
  const count = attempts === 1 || attempt > attemptLimit ? String(attempt) : `${attempt}/${attemptLimit}`;
  const parts = [attempts === 1 ? 'first try' : `try ${attempt} of ${attempts} seen`];
  if (mark === 'gave-up') parts.push('the sender gave up');
  return { mark, count, words: [...parts, ...classes.map((each) => classWords[each].words)].join(', ') };
}

/** The last try that the specification allows failed. What it says nothing about (another status, a reset) is no failure. */
function isGivenUp({ attempt, attempts, answer }: Tried): boolean {
  const status = answer.released === null ? answer.status : answer.released.status;
  const failed = status === 500 || (answer.action === 'hang' && status === null);
  return attempt === attemptLimit && attempts === attemptLimit && failed;
}
