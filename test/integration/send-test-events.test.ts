import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulatedKinds } from '#engine/simulator/create-envelope.ts';
import { simulate } from '#engine/simulator/simulate.ts';
import { startRecordingReceiver, type RecordingReceiver } from '#test/support/recording-receiver.ts';

let receiver: RecordingReceiver;
beforeEach(async () => {
  receiver = await startRecordingReceiver();
});
afterEach(() => receiver.close());

function eventNames(): string[] {
  return receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as { event_name: string }).event_name);
}

describe('sending test events', () => {
  it('sends as many events of a kind as asked for', async () => {
    const simulation = await simulate({ kind: 'twoway.agent_ping', count: 3, seed: 1 }, receiver.url, null);
    expect(simulation).toEqual({ sent: 3, byStatus: { 200: 3 } });
    expect(eventNames()).toEqual(['twoway.agent_ping', 'twoway.agent_ping', 'twoway.agent_ping']);
  });

  it('plays a scenario in its order', async () => {
    await simulate({ scenario: 'all-kinds', count: 1, seed: 1 }, receiver.url, null);
    expect(eventNames()).toEqual(simulatedKinds);
  });

  it('sends from the mixed stream when neither is named', async () => {
    expect(await simulate({ count: 5, seed: 1 }, receiver.url, null)).toEqual({ sent: 5, byStatus: { 200: 5 } });
  });

  it('refuses a kind it does not know and sends nothing', async () => {
    const refused = simulate({ kind: 'nope', count: 1, seed: 1 }, receiver.url, null);
    await expect(refused).rejects.toMatchObject({ code: 'SIMULATION_INVALID' });
    expect(receiver.requests).toEqual([]);
  });
});
