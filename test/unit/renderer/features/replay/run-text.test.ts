import { describe, expect, it } from 'vitest';
import { describeRun } from '#renderer/features/replay/run-text.ts';

describe('how far a replay is', () => {
  it('is one sentence in each of its states', () => {
    const counts = { sent: 12, total: 40 };
    const states = ['running', 'done', 'stopped', 'failed'] as const;
    expect(states.map((state) => describeRun({ state, ...counts }))).toEqual([
      '12 of 40 sent',
      'All 40 sent',
      'Stopped after 12 of 40',
      'Failed after 12 of 40',
    ]);
    expect(describeRun({ state: 'done', sent: 1, total: 1 })).toBe('Sent');
  });
});
