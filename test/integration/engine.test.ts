import { describe, expect, it } from 'vitest';
import { startTestEngine } from '#test/support/test-engine.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();
const envelope = (id: string): string => JSON.stringify({ event_id: id, event_name: 'a.b', payload: { n: null } });

describe('an engine', () => {
  it('carries one request all the way: stored, answered, decoded, listed, found by a filter', async () => {
    const engine = await startTestEngine(folder.path('way.hookloupe'));
    const body =
      '{"event_id":"e1","event_name":"notification.attempted","event_ts":"2026-11-21T13:03:57.417Z","payload":{"ccid":"c-1","job_id":null}}';
    const response = await fetch(new URL('push?x=%zz', engine.receiverUrl), {
      method: 'POST',
      body,
      headers: { 'X-Odd': 'ä' },
    });
    expect(response.status).toBe(200);
    await engine.listed(1);
    const { items, total } = await engine.call('deliveries.list', {
      query: { filter: 'ccid:c-1 payload.job_id:null' },
    });
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ eventId: 'e1', eventTs: '2026-11-21T13:03:57.417Z', attempt: 1, unparsed: false });
    const detail = await engine.call('deliveries.read', { params: { id: 1 } });
    expect(detail.request.target).toBe('/push?x=%zz');
    expect(detail.fields.find(({ path }) => path === 'payload.job_id')).toMatchObject({
      source: 'null',
      status: 'known',
    });
    expect(detail.stories).toContainEqual({ entity: 'customer', value: 'c-1' });
    const bytes = await (await engine.fetch('/api/v1/requests/1/body')).text();
    expect(bytes).toBe(body);
  });

  it('answers as armed, counts the limit down and goes back to 200', async () => {
    const engine = await startTestEngine(folder.path('armed.hookloupe'));
    const armed = await engine.call('answer.write', {
      body: { override: { action: 'respond', status: 500 }, limit: { requests: 2 } },
    });
    expect(armed.remaining).toBe(2);
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await engine.post(envelope('same'))).status);
    expect(statuses).toEqual([500, 500, 200]);
    expect(await engine.call('answer.read')).toMatchObject({ override: null, remaining: null });
    await engine.listed(3);
    const chain = await engine.call('events.read', { params: { eventId: 'same' } });
    expect(chain.attempts.map(({ attempt, answer }) => [attempt, answer.status, answer.decidedBy])).toEqual([
      [1, 500, 'override'],
      [2, 500, 'override'],
      [3, 200, 'default'],
    ]);
  });

  it('stops and starts receiving at the same address, and says so', async () => {
    const engine = await startTestEngine(folder.path('stop.hookloupe'));
    const stopped = await engine.call('receiver.write', { body: { listening: false } });
    expect(stopped.receiver.state).toBe('stopped');
    await expect(engine.post(envelope('lost'))).rejects.toThrow('fetch failed');
    const started = await engine.call('receiver.write', { body: { listening: true } });
    expect(started.receiver).toMatchObject({ state: 'receiving', url: engine.receiverUrl });
    expect((await engine.post(envelope('kept'))).status).toBe(200);
  });

  it('takes stops and starts one after the other, however fast they are asked for', async () => {
    const engine = await startTestEngine(folder.path('turns.hookloupe'));
    const [stopped, started] = await Promise.all([
      engine.call('receiver.write', { body: { listening: false } }),
      engine.call('receiver.write', { body: { listening: true } }),
    ]);
    expect(stopped.receiver.message).toBeNull();
    expect(started.receiver).toMatchObject({ state: 'receiving', url: engine.receiverUrl });
  });

  it('counts names that every object has by itself', async () => {
    const engine = await startTestEngine(folder.path('names.hookloupe'));
    const names = ['constructor', '__proto__', 'valueOf', '__proto__'];
    for (const name of names) await engine.post(JSON.stringify({ event_id: 'e', event_name: name }));
    await engine.listed(names.length);
    for (const filter of ['', 'event_id:e']) {
      const { kinds } = await engine.call('facets.read', { query: { filter } });
      expect(new Map(Object.entries(kinds))).toEqual(
        new Map([
          ['constructor', 1],
          ['__proto__', 2],
          ['valueOf', 1],
        ]),
      );
    }
  });

  it('finds an event by an identifier as long as they are read', async () => {
    const engine = await startTestEngine(folder.path('long-id.hookloupe'));
    const eventId = '☃'.repeat(1000);
    await engine.post(envelope(eventId));
    await engine.listed(1);
    expect((await engine.call('events.read', { params: { eventId } })).attempts).toHaveLength(1);
  });

  it('wants the credentials it was told to, and stores what came without', async () => {
    const engine = await startTestEngine(folder.path('auth.hookloupe'), { auth: 'basic:platform:s3:cret' });
    const right = `basic ${Buffer.from('platform:s3:cret').toString('base64')}`;
    expect((await engine.post(envelope('right'), { authorization: right })).status).toBe(200);
    expect((await engine.post(envelope('wrong'), { authorization: 'Basic eDp5' })).status).toBe(401);
    expect((await engine.post(envelope('missing'))).status).toBe(401);
    await engine.listed(3);
    expect((await engine.call('facets.read')).auth).toEqual({ ok: 1, wrong: 1, missing: 1 });
  });

  it('sends test events to itself, marked as its own', async () => {
    const engine = await startTestEngine(folder.path('simulate.hookloupe'), { auth: 'apikey:k-1' });
    const sent = await engine.call('simulations.create', { body: { scenario: 'all-kinds' } });
    expect(sent).toEqual({ sent: 21, byStatus: { 200: 21 } });
    await engine.listed(21);
    const facets = await engine.call('facets.read');
    expect(facets.origins).toEqual({ simulator: 21 });
    expect(Object.keys(facets.kinds)).toHaveLength(21);
  });

  it('exports what a filter matches, line by line', async () => {
    const engine = await startTestEngine(folder.path('export.hookloupe'));
    for (let i = 0; i < 450; i += 1) await engine.post(envelope(`e${i}`));
    await engine.post('not json');
    await engine.listed(451);
    const text = await (await engine.fetch('/api/v1/export?filter=-event_id:e7')).text();
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; envelopeText?: string; bodyBase64?: string });
    expect(rows).toHaveLength(450);
    expect(rows[0]?.envelopeText).toBe(envelope('e0'));
    expect(Buffer.from(rows.at(-1)?.bodyBase64 ?? '', 'base64').toString()).toBe('not json');
  });

  it('refuses a second engine on its capture file and a port that is taken, and leaves nothing open', async () => {
    const engine = await startTestEngine(folder.path('taken.hookloupe'));
    await expect(startTestEngine(folder.path('taken.hookloupe'))).rejects.toMatchObject({ code: 'CAPTURE_LOCKED' });
    const port = Number(new URL(engine.receiverUrl).port);
    const other = folder.path('other.hookloupe');
    await expect(startTestEngine(other, { port })).rejects.toMatchObject({ code: 'PORT_TAKEN' });
    await expect(startTestEngine(other, { uiPort: port })).rejects.toThrow(/--ui-port/);
    await (await startTestEngine(other)).close();
  });

  it('is told in one line when the tunnel has no token', async () => {
    const engine = await startTestEngine(folder.path('token.hookloupe'));
    const response = await engine.fetch('/api/v1/tunnel', {
      method: 'PUT',
      body: '{"on":true}',
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'TUNNEL_TOKEN_MISSING' }]);
  });
});
