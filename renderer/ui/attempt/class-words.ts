import type { AttemptClass } from '#shared/protocol/delivery.ts';

/** How an attempt's place in its chain is said. */
export interface ClassWords {
  /** On a pill. */
  label: string;
  /** In a sentence after a comma. */
  words: string;
  /** Something to look at, not only something to know. */
  isOdd: boolean;
}

export const classWords: Record<AttemptClass, ClassWords> = {
  'retry-after-500': { label: 'retry after 500', words: 'after 500', isOdd: false },
  'retry-after-timeout': { label: 'retry after time-out', words: 'after a time-out', isOdd: false },
  'retry-after-other': {
    label: 'retry after another answer',
    words: 'after an answer that the specification says nothing about',
    isOdd: true,
  },
  'duplicate-after-200': {
    label: 'duplicate after 200',
    words: 'duplicate: an earlier try had been accepted',
    isOdd: true,
  },
  'late-ack': {
    label: 'late acknowledgement',
    words: 'late acknowledgement: 200 was said after the sender had gone',
    isOdd: true,
  },
  'different-body': { label: 'different body', words: 'other bytes than the try before', isOdd: true },
  'beyond-limit': { label: 'beyond the limit', words: 'more tries than the specification allows', isOdd: true },
  'own-replay': { label: 'own replay', words: 'sent by a replay of ours', isOdd: false },
};
