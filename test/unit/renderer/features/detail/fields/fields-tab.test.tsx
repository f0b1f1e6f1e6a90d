import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { FieldsTab } from '#renderer/features/detail/fields/fields-tab.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { createTestInspector } from '../../../test-inspector.ts';
import { decodedField } from '../decoded-field.ts';
import { deliveryDetail } from '../delivery-detail.ts';

afterEach(cleanup);

function openFields(rest: Partial<DeliveryDetail>) {
  const inspector = createTestInspector();
  inspector.actions.setPreference('zone', 'utc');
  render(
    <InspectorContext value={inspector}>
      <FieldsTab
        detail={deliveryDetail(rest)}
        nowMs={Date.parse('2026-11-21T13:04:07.417Z')}
        onActive={() => undefined}
        onFilter={() => undefined}
        onReference={() => undefined}
      />
    </InspectorContext>,
  );
  return inspector;
}

const rowOf = (name: string): string =>
  screen.getByRole('button', { name }).closest('[data-field]')?.textContent ?? 'no row';

const spec = {
  type: 'integer',
  meaning: 'Reason code.',
  nullable: false,
  optional: false,
  allowed: [],
  unit: null,
  section: 'Payload of each event',
};

describe('the fields of a delivery', () => {
  it('say both types where they differ, and how a value differs', () => {
    openFields({
      fields: [
        decodedField('payload.error_type', '"4"', { status: 'type-differs', spec }),
        decodedField('payload.consent_type', '"maybe"', { deviation: 'not one of written, express, stop' }),
      ],
    });
    expect(rowOf('error_type')).toContain('string, not integer');
    expect(rowOf('consent_type')).toContain('not one of written, express, stop');
  });

  it('list absent fields only when asked, but miss event_id at once', async () => {
    openFields({
      fields: [
        decodedField('event_id', null, { status: 'missing' }),
        decodedField('payload.trigger_id', null, { status: 'missing' }),
      ],
    });
    expect(rowOf('event_id')).toContain('absent');
    expect(screen.queryByRole('button', { name: 'trigger_id' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '1 listed in the specification, absent here' }));
    expect(rowOf('trigger_id')).toContain('absent');
  });

  it('show times in the chosen zone with milliseconds and how long ago, strings of milliseconds beside their date', () => {
    openFields({
      fields: [
        decodedField('event_ts', '"2026-11-21T13:03:57.417Z"'),
        decodedField('payload.date_submitted_at', '"1795266237417"'),
      ],
    });
    expect(rowOf('event_ts')).toContain('13:03:57.417 · 10 s ago');
    expect(rowOf('date_submitted_at')).toContain('"1795266237417"');
    expect(rowOf('date_submitted_at')).toContain('13:03:57.417 · 10 s ago');
  });

  it('find the same ciphertext in other deliveries', async () => {
    const inspector = openFields({
      fields: [decodedField('payload.channel_sid', '"I8BWMIC5KoGj"', { encrypted: true })],
    });
    await userEvent.click(screen.getByRole('button', { name: 'equal values' }));
    expect(inspector.store.getState().filterText).toBe('payload.channel_sid:="I8BWMIC5KoGj"');
  });

  it('explain what is odd, with information behind a count, and copy it for the vendor', async () => {
    const user = userEvent.setup();
    const base = { path: null, section: 'Events', code: 'x' } as const;
    openFields({
      explanations: [
        { ...base, message: 'job_id is absent here.', severity: 'information' },
        { ...base, message: 'error_type is a string.', severity: 'warning' },
      ],
    });
    const block = within(screen.getByRole('region', { name: 'What is odd here' }));
    expect(block.getByText('error_type is a string.')).toBeTruthy();
    expect(block.queryByText('job_id is absent here.')).toBeNull();
    await user.click(block.getByRole('button', { name: 'For information (1)' }));
    expect(block.getByText('job_id is absent here.')).toBeTruthy();
    await user.click(block.getByRole('button', { name: 'Copy for the vendor' }));
    expect(await navigator.clipboard.readText()).toContain('1. **Warning**: error\\_type is a string.');
  });
});
