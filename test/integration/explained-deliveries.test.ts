import { describe, expect, it } from 'vitest';
import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { capturedRequest } from '#test/support/captured-request.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';
import { openTestStore, type TestStore } from '#test/support/test-store.ts';

const folder = useTempFolder();
const head = '"event_id":"8b1f0c9e-5b1c-4a9e-9a55-0d6f6a1c7b10","event_ts":"2026-11-21T13:03:57.417Z"';

async function storeWith(name: string, ...bodies: string[]): Promise<TestStore> {
  const store = await openTestStore(folder.path(`${name}.hookloupe`));
  for (const body of bodies) await store.append(capturedRequest(body));
  await store.derived();
  return store;
}

/** What the detail says, as `code path`. */
const said = ({ explanations }: DeliveryDetail): string[] => explanations.map(({ code, path }) => `${code} ${path}`);

describe('a delivery explains itself', () => {
  it('by the specification, field by field', async () => {
    const payload = '{"customer_id":"c-1","consent_type":"maybe","ccid":7,"surprise":1}';
    const store = await storeWith('fields', `{${head},"event_name":"account.deactivate","payload":${payload}}`);
    const detail = await store.detail(1);
    expect(said(detail).filter((line) => !line.startsWith('field_missing'))).toEqual([
      'field_type payload.ccid',
      'field_value payload.customer_id',
      'field_new payload.consent_type',
      'field_new payload.surprise',
    ]);
    expect(detail.fields.find(({ path }) => path === 'payload.customer_id')?.deviation).toBe('not a UUID');
    expect(detail.problems).toEqual([]);
  });

  it('by the places where its JSON reads differently elsewhere, also in a batch', async () => {
    const odd = `{${head},"event_name":"x.y","payload":{"a":1,"a":2,"n":9007199254740993}}`;
    const store = await storeWith('oddities', `[${odd},{${head},"event_name":"x.y","payload":{}}]`);
    expect((await store.page({ filter: 'problem:json_duplicate_key' })).total).toBe(1);
    expect(said(await store.detail(1)).slice(0, 2)).toEqual([
      'json_duplicate_key payload.a',
      'json_big_number payload.n',
    ]);
    expect((await store.detail(2)).problems).toEqual([]);
  });

  it('by the line and column of the request at which it breaks off', async () => {
    const envelope = `{${head},"event_name":"x.y","payload":{}}`;
    const store = await storeWith(
      'broken',
      '{\n  "é": tru\n}',
      `${envelope}\n{"event_id": x}\n${envelope}\n`,
      `[${envelope}]\n[${envelope}]`,
    );
    expect((await store.detail(1)).parseError).toEqual({
      message: 'Unexpected byte 0x0a at line 2, column 11',
      offset: 13,
    });
    const line = await store.detail(3);
    expect(line).toMatchObject({ unparsed: true, batchIndex: 1, problems: ['json_sequence', 'json_invalid'] });
    expect(line.parseError).toEqual({
      message: 'Unexpected character x at line 2, column 14',
      offset: envelope.length + 1 + 13,
    });
    expect((await store.detail(4)).unparsed).toBe(false);
    expect(await store.detail(6)).toMatchObject({
      unparsed: true,
      batchIndex: 1,
      parseError: { message: 'Unexpected character [ at line 2, column 1', offset: envelope.length + 3 },
    });
  });

  it('by where it was found, while the request shows what stood beside it', async () => {
    const body = `{"batch":"b-1","events":[{${head},"event_name":"x.y","payload":{}}]}`;
    const store = await storeWith('wrapped', body);
    const detail = await store.detail(1);
    expect(detail).toMatchObject({ batchIndex: 0, problems: ['batch_wrapped'] });
    expect(said(detail)[0]).toBe('batch_wrapped null');
    const shown = await store.requestBody(1, { view: 'raw' });
    expect(Buffer.from(shown).toString()).toBe(body);
  });

  it('also where values are nested too deep to be shown one by one', async () => {
    const deep = `${'['.repeat(600)}${']'.repeat(600)}`;
    const store = await storeWith('deep', `{${head},"event_name":"x.y","payload":{"deep":${deep},"ccid":"c-1"}}`);
    const detail = await store.detail(1);
    expect(detail.envelope).toBeNull();
    expect(detail.envelopeText).toContain(deep);
    expect(detail.fields.map(({ path, source }) => [path, source])).toEqual(
      expect.arrayContaining([
        ['payload.ccid', '"c-1"'],
        ['payload.deep', '…'],
      ]),
    );
    expect(said(detail)).toContain('envelope_too_deep null');
  });
});
