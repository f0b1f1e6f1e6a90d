import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnswerProgram } from '#shared/answer/answer.ts';
import type { Chain } from '#shared/protocol/delivery.ts';
import { AttemptsTab } from '#renderer/features/detail/attempts/attempts-tab.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import { createTestInspector } from '../../../test-inspector.ts';
import { testAnswer } from '../../../test-status.ts';
import { deliveryDetail } from '../delivery-detail.ts';
import { requestRecord } from '../request-record.ts';
import { answered, chainAttempt, chainOf } from './chain-attempt.ts';

afterEach(cleanup);

function openTab(chain: Chain | null, currentId = 1) {
  const armed: AnswerProgram[] = [];
  const selected: number[] = [];
  const inspector = createTestInspector({
    'answer.write': (input) => {
      armed.push((input as { body: AnswerProgram }).body);
      return testAnswer();
    },
    'requests.read': (input) => {
      const { id } = (input as { params: { id: number } }).params;
      return requestRecord({ id, rawHeaders: [['X-Try', String(id)]] });
    },
  });
  let diffs = 0;
  inspector.commands.register('diff.default', () => (diffs += 1));
  render(
    <InspectorContext value={inspector}>
      <AttemptsTab detail={deliveryDetail({ id: currentId, chain })} onSelect={(id) => selected.push(id)} />
    </InspectorContext>,
  );
  return { armed, selected, diffs: () => diffs };
}

const text = () => document.body.textContent ?? '';

describe('the tries of an event', () => {
  it('show who decided, how long it was held and by whom it was closed, and what the try is', () => {
    const failed = { ...answered(500), decidedBy: 'rule', detail: 'rule 1 “first 3 tries”, attempt 1' } as const;
    const hang = { ...answered(200), action: 'hang', status: null, decidedBy: 'override' } as const;
    openTab(
      chainOf(
        'pending',
        chainAttempt(1, { answer: failed }),
        chainAttempt(2, {
          answer: hang,
          heldMs: 60_000,
          closedBy: 'sender',
          classes: ['retry-after-500'],
          gapMs: 30_400,
        }),
      ),
    );
    expect(text()).toContain('rule 1 “first 3 tries”, attempt 1');
    expect(text()).toContain('held 60.0 s, closed by the sender · the armed answer');
    expect(text()).toContain('+30.4 s');
    expect(screen.getByText('retry after 500')).toBeTruthy();
    expect(screen.getByText('Observed gaps; the sender does not publish its delays.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try 1, shown now' })).toBeTruthy();
  });

  it('say that nothing joins a delivery to others', () => {
    openTab(null);
    expect(text()).toContain('Nothing joins this delivery to other tries');
  });

  it('show the values of the headers that changed, and compare bodies that differ', async () => {
    const changed = { changedHeaders: ['x-try', 'x-gone'], sameBody: false };
    const { selected, diffs } = openTab(chainOf('complete', chainAttempt(1), chainAttempt(2, changed)));
    await userEvent.click(screen.getByRole('button', { name: 'Difference of the headers of try 2' }));
    const terms = await screen.findAllByRole('definition');
    expect(terms.map(({ textContent }) => textContent)).toEqual(['101', '102', 'absent', 'absent']);
    await userEvent.click(screen.getByRole('button', { name: 'Difference of try 2' }));
    expect([selected, diffs()]).toEqual([[2], 1]);
  });

  it('let the next try of the event through', async () => {
    const { armed } = openTab(chainOf('pending', chainAttempt(1, { answer: answered(500) })));
    await userEvent.click(screen.getByRole('button', { name: 'Answer next try 200' }));
    expect(armed).toMatchObject([{ rules: [{ when: 'event_id:e-1', limit: { requests: 1 }, status: 200 }] }]);
  });

  it('do not offer that where no further try is to come, or it could not be told', () => {
    for (const chain of [
      chainOf('complete', chainAttempt(1)),
      chainOf('gave_up', chainAttempt(1)),
      { ...chainOf('pending', chainAttempt(1)), eventId: null, joinedBy: 'body' as const },
    ]) {
      openTab(chain);
      expect(screen.queryByRole('button', { name: 'Answer next try 200' })).toBeNull();
      cleanup();
    }
  });

  it('tell for a batch what the answer applied to', () => {
    openTab(chainOf('complete', chainAttempt(1, { batch: { size: 25, sameEvents: null } })));
    const [first] = screen.getAllByRole('listitem');
    expect(first && within(first).getByText('applies to all 25 events of this request')).toBeTruthy();
  });
});
