import { describe, expect, it } from 'vitest';
import { toMarkdown } from '#shared/experiment/experiment-markdown.ts';
import { experimentRequestSchema, type Experiment } from '#shared/protocol/experiment.ts';
import type { ObservedEvent } from '#shared/experiment/observations.ts';
import { observedEvent, reportOf } from './observations.ts';

function markdownOf(event: ObservedEvent, request: Partial<Experiment['request']> = {}): string {
  return toMarkdown({
    id: 3,
    state: 'done',
    startedAt: '2026-11-21T13:00:00.000Z',
    endedAt: '2026-11-21T13:02:00.000Z',
    endsAt: null,
    message: 'No attempt for 120 s.',
    request: { ...experimentRequestSchema.parse({ fault: { action: 'respond', status: 500 } }), ...request },
    report: reportOf([event]),
  });
}

describe('the Markdown of an experiment', () => {
  it('holds what was asked, every attempt with its gap, and what cannot be concluded', () => {
    const markdown = markdownOf(observedEvent([{ atMs: 0 }, { atMs: 204, answer: 200, sameBody: false }]), {
      filter: 'kind:sms OR kind:feed',
      failures: 1,
    });
    expect(markdown).toContain('fit `kind:sms OR kind:feed`, 500 for attempt 1');
    expect(markdown).toContain('| 2 | 2026-11-21T13:00:00.204Z | 0.204 s | 200 |  | **different** | none |');
    expect(markdown).toContain('| 2 | 1 | 0.204 s | 0.204 s | 0.204 s | 0 ms |');
    expect(markdown).toContain('## What this does not show');
  });

  it('lets nothing that a stranger sent become markup', () => {
    const eventName = '`<img src=x>|\n# [click](http://x.test)';
    const markdown = markdownOf(observedEvent([{ atMs: 0, changedHeaders: [] }], { eventName, eventId: 'a`|b' }));
    const outsideCode = markdown.replace(/`[^`]*`/g, '');
    expect(outsideCode).not.toMatch(/(?<!\\)<img|(?<!\\)\[click/);
    expect(markdown.split('\n').filter((line) => line.startsWith('# '))).toEqual(['# Retry experiment 3']);
  });
});
