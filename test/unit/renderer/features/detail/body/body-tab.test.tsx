import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { BodyTab } from '#renderer/features/detail/body/body-tab.tsx';
import { InspectorContext } from '#renderer/state/use-inspector.ts';
import type { RequestRecord } from '#shared/protocol/delivery.ts';
import { createTestInspector } from '../../../test-inspector.ts';
import { deliveryDetail } from '../delivery-detail.ts';
import { requestRecord } from '../request-record.ts';

afterEach(cleanup);

function openBody(bytes: Uint8Array<ArrayBuffer>, rest: Partial<RequestRecord> = {}) {
  const asked: unknown[] = [];
  const inspector = createTestInspector();
  const client = {
    ...inspector.client,
    bytes: (_name: string, input: { query?: unknown }) => {
      asked.push(input.query);
      return Promise.resolve(bytes.buffer);
    },
  };
  render(
    <InspectorContext value={{ ...inspector, client }}>
      <BodyTab detail={deliveryDetail({ request: requestRecord({ sizeBytes: bytes.length, ...rest }) })} />
    </InspectorContext>,
  );
  return asked;
}

const encode = (text: string) => new TextEncoder().encode(text);

describe('the body of a delivery', () => {
  it('says line and column of broken JSON, and offers to go there', async () => {
    openBody(encode('{"a":1,\n  "b": oops}'));
    expect(await screen.findByText(/at line 2, column 8/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go there' })).toBeTruthy();
  });

  it('flags what parsers change in silence, the first two in sight', async () => {
    openBody(encode('\uFEFF{"n":12345678901234567890,"d":1,"\\u0064":2,"h":"\\ud800"}'));
    expect(await screen.findByText(/starts with a byte order mark/)).toBeTruthy();
    expect(screen.getByText(/12345678901234567890 is beyond 2\^53/)).toBeTruthy();
    expect(screen.getByText(/stands twice in one object/)).toBeTruthy();
    expect(screen.queryByText(/lone surrogate/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '1 more note' }));
    expect(screen.getByText(/lone surrogate/)).toBeTruthy();
  });

  it('shows a bomb as a bomb: what came, the limit, the first bytes', async () => {
    const contentEncoding = {
      codings: ['gzip'],
      state: 'expands' as const,
      decodedBytes: 16_777_216,
      message: 'Content-Encoding gzip: it grows beyond 16 MB when decoded',
    };
    const asked = openBody(encode(' '.repeat(1000)), { sizeBytes: 194_000, contentEncoding });
    expect(
      await screen.findByText('194 kB that grow beyond 16.8 MB when decoded: the first 1.0 kB are shown.'),
    ).toBeTruthy();
    expect(screen.getByText('first 1,000 bytes')).toBeTruthy();
    expect(asked).toEqual([{ view: 'decoded', limit: 1_000_000 }]);
  });

  it('shows the bytes as received beside the decoded ones', async () => {
    const contentEncoding = { codings: ['gzip'], state: 'decoded' as const, decodedBytes: 2, message: null };
    const asked = openBody(encode('{}'), { contentEncoding });
    await userEvent.click(await screen.findByRole('button', { name: 'Raw' }));
    expect(await screen.findByText('The bytes as received, still encoded.')).toBeTruthy();
    expect(asked).toEqual([{ view: 'decoded' }, { view: 'raw' }]);
  });

  it('has no Decoded where nothing was encoded', async () => {
    openBody(encode('{}'));
    await screen.findByText('2 of 2 bytes');
    expect(screen.queryByRole('button', { name: 'Decoded' })).toBeNull();
  });
});
