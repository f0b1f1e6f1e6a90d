import { describe, expect, it } from 'vitest';
import type { SenderCall } from '#engine/simulator/sender-call.ts';
import type { SendAttempt } from '#engine/simulator/send-attempt.ts';
import { createSender } from '#engine/simulator/sender.ts';
import type { CallBody } from '#shared/protocol/contract.ts';
import { startTestEngine, type TestEngine } from '#test/support/test-engine.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();
let files = 0;
const fail = { action: 'respond', status: 500 } as const;

const json = (id: string): string =>
  JSON.stringify({ event_id: id, event_name: 'notification.attempted', payload: {} });
const single = (id: string): SenderCall => ({ events: [{ eventId: id, eventName: null }], body: json(id) });
const batch = (...ids: string[]): SenderCall => ({
  events: ids.map((eventId) => ({ eventId, eventName: null })),
  body: `[${ids.map(json).join(',')}]`,
});

/** What the sender saw, attempt by attempt, of each call. */
async function play(
  program: CallBody<'answer.write'>,
  lanes: SenderCall[][],
  { timeoutMs = 10_000 }: { timeoutMs?: number } = {},
): Promise<{ engine: TestEngine; outcomes: Record<string, (number | string)[]> }> {
  const engine = await startTestEngine(folder.path(`sender-${(files += 1)}.hookloupe`));
  await engine.call('answer.write', { body: program });
  const outcomes: Record<string, (number | string)[]> = {};
  const onAttempt = ({ call, status, error }: SendAttempt): void => {
    const name = call.events.map(({ eventId }) => eventId).join('+');
    (outcomes[name] ??= []).push(status ?? error ?? '');
  };
  const sender = createSender({
    targetUrl: engine.receiverUrl,
    concurrency: lanes.length,
    retryDelaysMs: [5, 5, 5],
    timeoutMs,
    onAttempt,
  });
  await sender.run(lanes);
  await sender.close();
  return { engine, outcomes };
}

const stateOf = async (engine: TestEngine, eventId: string): Promise<string> =>
  (await engine.call('events.read', { params: { eventId } })).state;

describe('a sender that retries as the platform does', () => {
  it.each([
    ['500, 500, 200', { rules: [{ ...fail, attempts: '1-2' }] }, [500, 500, 200], 'complete'],
    ['500 four times', { rules: [{ ...fail, when: 'kind:sms' }] }, [500, 500, 500, 500], 'gave_up'],
    ['401, once', { rules: [{ ...fail, status: 401 }] }, [401], 'unknown'],
    ['the last attempt rescued', { override: fail, rescueLastAttempt: true }, [500, 500, 500, 200], 'complete'],
    ['the next two requests', { override: fail, limit: { requests: 2 } }, [500, 500, 200], 'complete'],
    ['400, which it does not act on', { override: { ...fail, status: 400 } }, [400], 'unknown'],
  ] as const)('sees %s', async (_, program, expected, state) => {
    const { engine, outcomes } = await play(structuredClone(program) as CallBody<'answer.write'>, [[single('e')]]);
    expect(outcomes['e']).toEqual(expected);
    await engine.listed(expected.length);
    expect(await stateOf(engine, 'e')).toBe(state);
  });

  it('times out while it is held, and is accepted the second time', async () => {
    const program: CallBody<'answer.write'> = { rules: [{ action: 'hang', attempts: '1' }] };
    const { engine, outcomes } = await play(program, [[single('e')]], { timeoutMs: 1500 });
    expect(outcomes['e']).toEqual(['timeout', 200]);
    await engine.listed(2);
    const attemptsOf = async () => (await engine.call('events.read', { params: { eventId: 'e' } })).attempts;
    await expect.poll(async () => (await attemptsOf()).map(({ closedBy }) => closedBy)).toEqual(['sender', null]);
    expect((await attemptsOf()).map(({ answer }) => answer.action)).toEqual(['hang', 'respond']);
  });

  it('sees its connection reset, and comes again', async () => {
    const { outcomes } = await play({ rules: [{ action: 'reset', attempts: '1' }] }, [[single('e')]]);
    expect(outcomes['e']).toEqual(['ECONNRESET', 200]);
  });

  it('has each event counted on its own, however they interleave', async () => {
    const program: CallBody<'answer.write'> = {
      rules: [
        { ...fail, when: 'event_id:a', attempts: '1-3' },
        { ...fail, when: 'event_id:b', attempts: '1' },
      ],
    };
    const { outcomes } = await play(program, [[single('a')], [single('b')], [single('c')]]);
    expect(outcomes).toEqual({ a: [500, 500, 500, 200], b: [500, 200], c: [200] });
  });

  it('sends a failed batch again as a whole', async () => {
    const { engine, outcomes } = await play({ rules: [{ ...fail, when: 'event_id:b', attempts: '1' }] }, [
      [batch('a', 'b', 'c')],
    ]);
    expect(outcomes).toEqual({ 'a+b+c': [500, 200] });
    await engine.listed(6);
    expect(await stateOf(engine, 'a')).toBe('complete');
  });
});
