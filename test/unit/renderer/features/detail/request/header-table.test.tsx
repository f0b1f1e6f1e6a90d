import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { HeaderTable } from '#renderer/features/detail/request/header-table.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import { createTestInspector } from '../../../test-inspector.ts';

afterEach(cleanup);

describe('headers of a request', () => {
  it('keep order, case and duplicates, and hide credentials until asked', async () => {
    const headers = [
      ['Host', 'a.test'],
      ['ApiKey', 'sk_live_1'],
      ['X-Trace', '1'],
      ['x-trace', '2'],
    ] as const;
    const { container } = render(
      <InspectorContext value={createTestInspector()}>
        <HeaderTable headers={headers} />
      </InspectorContext>,
    );
    expect(container.textContent).toBe('Hosta.testApiKey•••••••• (9 characters)X-Trace1x-trace2');
    await userEvent.click(screen.getByRole('button', { name: 'Reveal ApiKey' }));
    expect(container.textContent).toContain('ApiKeysk_live_1');
    await userEvent.click(screen.getByRole('button', { name: 'Hide ApiKey' }));
    expect(container.textContent).not.toContain('sk_live_1');
  });
});
