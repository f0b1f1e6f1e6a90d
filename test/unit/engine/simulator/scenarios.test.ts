import { describe, expect, it } from 'vitest';
import { simulatedKinds, type Envelope } from '#engine/simulator/create-envelope.ts';
import { createRandom } from '#engine/random/random.ts';
import { scenarioNames, scenarios, toScenarioName, type ScenarioName } from '#engine/simulator/scenarios.ts';

const nowMs = Date.UTC(2026, 10, 21, 14, 3, 58, 317);

function runOf(name: ScenarioName, seed = 1): Envelope[] {
  return scenarios[name].start(createRandom(seed))(nowMs);
}

function namesOf(envelopes: Envelope[]): string[] {
  return envelopes.map((envelope) => envelope.event_name);
}

function find(envelopes: Envelope[], name: string): Envelope {
  const found = envelopes.find((envelope) => envelope.event_name === name);
  expect(found, name).toBeDefined();
  return found as Envelope;
}

describe('scenarios', () => {
  it.each(scenarioNames)('%s happens in the past and repeats for its seed', (name) => {
    const run = runOf(name, 4);
    expect(run.length).toBeGreaterThan(0);
    expect(run.every((envelope) => Date.parse(envelope.event_ts) <= nowMs)).toBe(true);
    expect(JSON.stringify(run)).toBe(JSON.stringify(runOf(name, 4)));
  });

  it.each(scenarioNames)('%s has new events in every run', (name) => {
    const nextRun = scenarios[name].start(createRandom(2));
    const ids = new Set(nextRun(nowMs).map((envelope) => envelope.event_id));
    expect(nextRun(nowMs).some((envelope) => ids.has(envelope.event_id))).toBe(false);
  });

  it('all-kinds plays each kind once', () => {
    expect(namesOf(runOf('all-kinds'))).toEqual(simulatedKinds);
  });

  it('out-of-order sends the receipt before the notification it belongs to, with truthful times', () => {
    const run = runOf('out-of-order');
    const [receipt, attempted] = [find(run, 'notification.undelivered'), find(run, 'notification.attempted')];
    expect(run.indexOf(receipt)).toBeLessThan(run.indexOf(attempted));
    expect(Date.parse(receipt.event_ts)).toBeGreaterThan(Date.parse(attempted.event_ts));
    expect(receipt.payload['notification_id']).toBe(attempted.payload['notification_id']);
    expect(namesOf(run)).toEqual(
      expect.arrayContaining(['message.delivered', 'notification.auth_link_used', 'message.action_taken']),
    );
  });

  it('story keeps the order of its times', () => {
    const times = runOf('story').map((envelope) => envelope.event_ts);
    expect(times).toEqual(times.toSorted());
  });

  it('consent changes consent with every added number and never with a removed one', () => {
    const run = runOf('consent');
    const afterEach = (name: string): (Envelope | undefined)[] =>
      run.flatMap((envelope, i) => (envelope.event_name === name ? [run[i + 1]] : []));
    const toConsent = (envelope: Envelope | undefined): unknown[] => [
      envelope?.payload['channel_addr'],
      envelope?.payload['consent_type'],
    ];
    const added = run.filter((envelope) => envelope.event_name === 'notification_channel.add');
    const updates = afterEach('notification_channel.add');
    expect(new Set(updates.map((envelope) => envelope?.event_name))).toEqual(new Set(['channel_consent.update']));
    expect(updates.map(toConsent)).toEqual(added.map(toConsent));
    const afterRemovals = afterEach('notification_channel.remove').map((envelope) => envelope?.event_name);
    expect(afterRemovals).not.toContain('channel_consent.update');
  });

  it('consent removes every number of the account before account.deactivate', () => {
    const run = runOf('consent');
    const channels = find(run, 'account.deactivate').payload['notification_channels'] as { channel_addr: string }[];
    const lastRemovals = run.slice(-1 - channels.length, -1);
    expect(namesOf(run).at(-1)).toBe('account.deactivate');
    expect(lastRemovals.map(({ event_name, payload }) => [event_name, payload['channel_addr']])).toEqual(
      channels.map(({ channel_addr }) => ['notification_channel.remove', channel_addr]),
    );
  });

  it('consent changes start from the consent that was stored', () => {
    const stored = new Map<unknown, unknown>();
    for (const { event_name, payload } of runOf('consent')) {
      if (event_name !== 'channel_consent.update') continue;
      const { channel_addr: phone, previous_consent_type: previous, consent_type: current } = payload;
      expect(previous).toBe(stored.get(phone) ?? 'stop');
      expect(current).not.toBe(previous);
      stored.set(phone, current);
    }
    expect(stored.size).toBe(3);
  });

  it('duplicates sends the same bytes again right after', () => {
    const [first, again, second, secondAgain] = runOf('duplicates').map((envelope) => JSON.stringify(envelope));
    expect(again).toBe(first);
    expect(secondAgain).toBe(second);
    expect(second).not.toBe(first);
  });

  it('conversation counts the messages of one channel and closes it', () => {
    const run = runOf('conversation');
    const messages = run.filter((envelope) => envelope.event_name.startsWith('twoway_webhook.'));
    expect(messages.map((envelope) => envelope.payload['message_idx'])).toEqual(['0', '1', '2', '3', '4']);
    expect(new Set(run.map((envelope) => envelope.payload['channel_sid'])).size).toBe(1);
    expect(run.at(-1)?.event_name).toBe('twoway.channel_closed');
    expect(run.at(-1)?.payload['conversation_id']).toBe(messages[0]?.payload['conversation_id']);
  });

  it('mixed comes to play every kind, one event a run, and meets stories again', () => {
    const nextRun = scenarios.mixed.start(createRandom(1));
    const envelopes = Array.from({ length: 2_000 }, () => nextRun(nowMs)).flat();
    expect(envelopes).toHaveLength(2_000);
    expect(new Set(namesOf(envelopes))).toEqual(new Set(simulatedKinds));
    const customers = envelopes.map((envelope) => envelope.payload['ccid']).filter((ccid) => ccid !== undefined);
    expect(new Set(customers).size).toBeLessThan(customers.length / 2);
  });

  it('are refused by name when unknown, with the allowed names', () => {
    expect(() => toScenarioName('storm')).toThrow(/'storm'.*all-kinds, story, out-of-order/);
  });
});
