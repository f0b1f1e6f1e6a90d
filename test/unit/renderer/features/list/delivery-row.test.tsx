import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';
import { DeliveryRow } from '#renderer/features/list/delivery-row.tsx';
import { generateRow } from '#test/support/fake-engine/generated-rows.ts';

afterEach(cleanup);

const accepted = {
  action: 'respond',
  status: 200,
  decidedBy: 'default',
  detail: null,
  note: null,
  released: null,
} as const;
const plain: DeliveryItem = {
  ...generateRow(0, 0),
  eventName: 'notification.undelivered',
  unparsed: false,
  summary: 'ntf_1',
  attempt: 1,
  attempts: 1,
  classes: [],
  answer: accepted,
  early: false,
  late: false,
  auth: 'none',
  origin: 'platform',
  problems: [],
};

function showRow(change: Partial<DeliveryItem> = {}, endsRequest = true) {
  render(
    <table>
      <tbody>
        <DeliveryRow
          item={{ ...plain, ...change }}
          index={0}
          top={0}
          active={false}
          endsRequest={endsRequest}
          pinned={false}
          zone="utc"
          clock="received"
          onSelect={() => undefined}
        />
      </tbody>
    </table>,
  );
  return within(screen.getByRole('row'));
}
const rowName = () => screen.getByRole('row').getAttribute('aria-label');

describe('a row', () => {
  it('marks a duplicate and a 200 that came too late with a word', () => {
    expect(showRow({ attempt: 2, attempts: 2, classes: ['duplicate-after-200'] }).getByText('dup')).toBeTruthy();
    cleanup();
    expect(showRow({ classes: ['late-ack'] }).getByText('late')).toBeTruthy();
    expect(rowName()).toContain('late acknowledgement: 200 was said after the sender had gone');
  });

  it('tells early from late by its sign and its words', () => {
    const sign = (row: ReturnType<typeof showRow>, title: RegExp) =>
      row.getByTitle(title).querySelector('svg')?.outerHTML;
    const early = sign(showRow({ early: true }), /^Arrived early: before an older event/);
    cleanup();
    const late = sign(showRow({ late: true }), /^Arrived late: after a newer event/);
    expect(early).toBeTruthy();
    expect(early).not.toBe(late);
  });

  it('shows what enforced authentication would have answered, and only where it was answered otherwise', () => {
    expect(showRow({ auth: 'expired' }).getByTitle('would be 401: credentials expired')).toBeTruthy();
    expect(rowName()).toContain('would be 401: credentials expired');
    cleanup();
    const refused = { ...accepted, status: 401, decidedBy: 'authentication' } as const;
    expect(showRow({ auth: 'wrong', answer: refused }).queryByTitle(/would be 401/)).toBeNull();
    cleanup();
    expect(showRow({ auth: 'ok' }).queryByTitle(/would be 401/)).toBeNull();
  });

  it('carries the line that says what changed with its request, once for a batch', () => {
    const answer = { ...accepted, status: 500, note: '3 of 3 answered 500: back to 200' };
    expect(showRow({ answer }).getByText('3 of 3 answered 500: back to 200')).toBeTruthy();
    expect(rowName()).toContain('from here on: 3 of 3 answered 500: back to 200');
    cleanup();
    expect(showRow({ answer }, false).queryByText(/back to 200/)).toBeNull();
  });

  it('keeps the part of the name that tells events apart in a piece of its own', () => {
    expect(
      showRow({ eventName: 'twoway_webhook.customer_message_sent' }).getByText('customer_message_sent'),
    ).toBeTruthy();
  });
});
