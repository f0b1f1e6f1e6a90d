import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { HeaderTable } from '#renderer/features/detail/request/header-table.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import type { RequestRecord } from '#shared/protocol/delivery.ts';
import { createTestInspector } from '../../../test-inspector.ts';
import { requestRecord } from '../request-record.ts';

afterEach(cleanup);

const masked: RequestRecord['rawHeaders'] = [
  ['Host', 'a.test'],
  ['ApiKey', '•••••••• (9 characters)'],
  ['X-Trace', '1'],
  ['x-trace', '2'],
];

function openTable(rawHeaders: RequestRecord['rawHeaders']) {
  const asked: unknown[] = [];
  const inspector = createTestInspector({
    'requests.read': (input) => {
      asked.push(input);
      return requestRecord({ rawHeaders: masked.with(1, ['ApiKey', 'sk_live_1']) });
    },
  });
  const { container, rerender } = render(<HeaderTable request={requestRecord()} />, {
    wrapper: ({ children }) => <InspectorContext value={inspector}>{children}</InspectorContext>,
  });
  const show = (deliveryId: number): void =>
    rerender(<HeaderTable key={deliveryId} request={requestRecord({ rawHeaders })} />);
  show(1);
  return { container, asked, show };
}

describe('headers of a request', () => {
  it('keep order, case and duplicates, and bring credentials into the page only when asked', async () => {
    const { container, asked } = openTable(masked);
    expect(container.textContent).toContain('Hosta.testApiKey•••••••• (9 characters)X-Trace1x-trace2');
    expect(asked).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Reveal credentials' }));
    expect(asked).toEqual([{ params: { id: 1 }, query: { reveal: 'credentials' } }]);
    expect(container.textContent).toContain('ApiKeysk_live_1');
    await userEvent.click(screen.getByRole('button', { name: 'Hide credentials' }));
    expect(container.textContent).not.toContain('sk_live_1');
  });

  it('hide what was revealed when another delivery is selected', async () => {
    const { container, show } = openTable(masked);
    await userEvent.click(screen.getByRole('button', { name: 'Reveal credentials' }));
    expect(container.textContent).toContain('sk_live_1');
    show(2);
    expect(container.textContent).not.toContain('sk_live_1');
  });

  it('offer nothing to reveal where nothing is masked', () => {
    openTable([['Host', 'a.test']]);
    expect(screen.queryByRole('button', { name: 'Reveal credentials' })).toBeNull();
  });
});
