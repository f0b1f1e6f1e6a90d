import { describe, expect, it } from 'vitest';
import { toBarPaths } from '#renderer/features/list/bar-paths.ts';
import { toRowLabel } from '#renderer/features/list/row-label.ts';
import { generateRow } from '#test/support/fake-engine/generated-rows.ts';

describe('a row read aloud', () => {
  it('is one sentence: kind, answer, try, lag, order', () => {
    const item = {
      ...generateRow(0, 0),
      eventName: 'notification.undelivered',
      answer: { action: 'respond', status: 500, decidedBy: 'override', detail: null, note: null, released: null },
      attempt: 3,
      attempts: 3,
      classes: ['retry-after-500'],
      lagMs: 900,
      early: true,
      late: false,
      unparsed: false,
      origin: 'platform',
      summary: 'ntf_77120',
    } as const;
    expect(toRowLabel({ ...item, classes: [...item.classes], problems: [], auth: 'ok' })).toBe(
      'notification.undelivered, answered 500, try 3 of 3 seen, after 500, lag 0.9 s, arrived early, ntf_77120',
    );
  });
});

describe('the rate strip', () => {
  const bucket = (total: number, failed: number) => ({ at: '2026-11-21T13:00:00.000Z', total, failed });

  it('draws nothing where nothing arrived', () => {
    expect(toBarPaths([bucket(0, 0)])).toEqual({ fine: '', failed: '' });
  });

  it('keeps a single failure among thousands visible', () => {
    const { failed } = toBarPaths([bucket(100_000, 1)]);
    expect(failed).toContain('v-7h');
  });

  it('draws a bucket of failures as failures only', () => {
    expect(toBarPaths([bucket(5, 5)]).fine).toBe('');
  });
});
