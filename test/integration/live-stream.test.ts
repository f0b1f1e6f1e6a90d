import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { LiveMessage } from '#shared/protocol/status.ts';
import { startTestEngine, testToken, type TestEngine } from '#test/support/test-engine.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();

interface Listener {
  messages: { at: number; message: LiveMessage }[];
  socket: WebSocket;
}

async function listen(engine: TestEngine): Promise<Listener> {
  const socket = new WebSocket(`${engine.apiUrl.replace('http', 'ws')}/live`, ['hookloupe', `token.${testToken}`]);
  onTestFinished(() => socket.terminate());
  const messages: Listener['messages'] = [];
  socket.on('message', (data) => {
    messages.push({ at: performance.now(), message: JSON.parse((data as Buffer).toString()) as LiveMessage });
  });
  await expect.poll(() => messages.length).toBeGreaterThan(0);
  return { messages, socket };
}

const envelope = (id: string): string => JSON.stringify({ event_id: id, event_name: 'a.b', payload: {} });

describe('the live stream', () => {
  it('begins with how things stand and then tells the newest rows in arrival order', async () => {
    const engine = await startTestEngine(folder.path('newest.hookloupe'));
    await engine.post(envelope('before'));
    await engine.listed(1);
    const { messages } = await listen(engine);
    expect(messages[0]?.message).toMatchObject({ type: 'hello', status: { store: { deliveries: 1 } } });
    for (const id of ['one', 'two', 'three']) await engine.post(envelope(id));
    const told = (): (string | null)[] =>
      messages.flatMap(({ message }) =>
        message.type === 'changed' ? message.newest.map(({ eventId }) => eventId) : [],
      );
    await expect.poll(told).toEqual(['one', 'two', 'three']);
  });

  it('sends at most ten messages a second however fast requests arrive, and ends up with the right count', async () => {
    const engine = await startTestEngine(folder.path('flood.hookloupe'));
    const { messages } = await listen(engine);
    await Promise.all(Array.from({ length: 2_000 }, (_, i) => engine.post(envelope(`flood-${i}`))));
    const counted = (): number => messages.at(-1)?.message.status.store.deliveries ?? 0;
    await expect.poll(counted, { timeout: 20_000 }).toBe(2_000);
    const elapsedMs = (messages.at(-1)?.at ?? 0) - (messages[0]?.at ?? 0);
    expect(messages.length).toBeLessThanOrEqual(elapsedMs / 100 + 2);
  });

  it('tells when a row that was listed before has changed', async () => {
    const engine = await startTestEngine(folder.path('older.hookloupe'));
    await engine.post(envelope('same'));
    await engine.listed(1);
    const { messages } = await listen(engine);
    await engine.post(envelope('same'));
    await expect
      .poll(() => messages.some(({ message }) => message.type === 'changed' && message.olderChanged))
      .toBe(true);
  });

  it('closes a window that talks', async () => {
    const engine = await startTestEngine(folder.path('talk.hookloupe'));
    const { socket } = await listen(engine);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.send('hello');
    expect(await closed).toBe(1008);
  });
});
