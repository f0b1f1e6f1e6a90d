import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { SenderFacts } from '#renderer/features/detail/request/sender-facts.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import type { RequestRecord } from '#shared/protocol/delivery.ts';
import type { Credentials } from '#shared/protocol/sender.ts';
import { createTestInspector } from '../../../test-inspector.ts';
import { requestRecord } from '../request-record.ts';

afterEach(cleanup);

const seen: Credentials = {
  items: [
    {
      credential: 2,
      scheme: 'bearer',
      firstSeenAt: '2026-11-21T13:00:00.000Z',
      lastSeenAt: '2026-11-21T13:03:00.000Z',
      requests: 4,
      verdicts: { ok: 4 },
      issuedAt: null,
      expiresAt: '2026-11-21T14:00:00.000Z',
      subject: null,
    },
  ],
  total: 3,
};

function openFacts(rest: Partial<RequestRecord>) {
  const inspector = createTestInspector({ 'credentials.list': () => seen });
  inspector.actions.setPreference('zone', 'utc');
  const { container } = render(
    <InspectorContext value={inspector}>
      <SenderFacts request={requestRecord(rest)} />
    </InspectorContext>,
  );
  return { inspector, container };
}

const wrong = { verdict: 'wrong', scheme: 'apikey', reason: 'the key is another one', credential: null } as const;

describe('who sent a request', () => {
  it('says what the answer would have been where the check changes none', () => {
    const { container } = openFacts({ auth: { ...wrong, enforced: false } });
    expect(container.textContent).toContain('would be 401 because the key is another one');
  });

  it('does not call an enforced verdict hypothetical', () => {
    const { container } = openFacts({ auth: { ...wrong, enforced: true } });
    expect(container.textContent).toContain('the key is another one');
    expect(container.textContent).not.toContain('would be');
  });

  it('names the credential among those seen, since when and until when, and finds its deliveries', async () => {
    const auth = { verdict: 'ok', scheme: 'bearer', reason: null, enforced: true, credential: 2 } as const;
    const { inspector, container } = openFacts({ auth });
    await userEvent.click(await screen.findByRole('button', { name: '2 of 3 seen' }));
    expect(container.textContent).toContain('first 2026-11-21 13:00:00, token expires 2026-11-21 14:00:00');
    expect(inspector.store.getState().filterText).toBe('credential:2');
  });

  it('tells a refused address from one that is only marked', () => {
    const answer = { ...requestRecord().answer, status: 401, decidedBy: 'allow-list' } as const;
    expect(openFacts({ allowed: false, answer }).container.textContent).toContain('refused for that');
    cleanup();
    expect(openFacts({ allowed: false }).container.textContent).toContain('would be 401');
    cleanup();
    expect(openFacts({ allowed: null }).container.textContent).not.toContain('Allow-list');
  });
});
