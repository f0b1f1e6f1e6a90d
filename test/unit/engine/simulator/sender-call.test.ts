import { describe, expect, it } from 'vitest';
import { createEventRuns, type EventSource } from '#engine/simulator/event-runs.ts';
import { toCallLanes, type CallGrouping } from '#engine/simulator/sender-call.ts';

const file: EventSource = {
  from: 'file',
  events: ['1', '2', '3', '4', '5'].map((eventId) => ({ eventId, eventName: null, json: `{"event_id":"${eventId}"}` })),
};
const single: CallGrouping = { batchSize: null, shuffleSeed: null };

function bodiesOf(source: EventSource, grouping: CallGrouping, runs: number | null = null): string[][] {
  const events = createEventRuns(source, { runs, seed: 1, nowMs: () => 0 });
  return [...toCallLanes(events, grouping)].map((lane) => lane.map((call) => call.body));
}

describe('calls made of events', () => {
  it('carry one event each and are independent for a kind', () => {
    const lanes = bodiesOf({ from: 'kind', kind: 'message.delivered' }, single, 3);
    expect(lanes.map((lane) => lane.length)).toEqual([1, 1, 1]);
    expect(new Set(lanes.flat()).size).toBe(3);
  });

  it('keep the order of a scenario in one lane per run', () => {
    expect(bodiesOf({ from: 'scenario', scenario: 'story' }, single, 2).map((lane) => lane.length)).toEqual([5, 5]);
  });

  it('are as many as the scenario suggests when nobody says how many', () => {
    expect(bodiesOf({ from: 'scenario', scenario: 'mixed' }, single)).toHaveLength(20);
  });

  it('carry arrays of N events in batch mode, the rest in the last', () => {
    const asArrays = bodiesOf(file, { ...single, batchSize: 2 }).map(([body]) => JSON.parse(body ?? '') as unknown[]);
    expect(asArrays.map((batch) => batch.length)).toEqual([2, 2, 1]);
    expect(asArrays[0]).toEqual([{ event_id: '1' }, { event_id: '2' }]);
  });

  it('know the ids of their batch', () => {
    const [[call] = []] = toCallLanes(createEventRuns(file, { runs: 1, seed: 1, nowMs: () => 0 }), {
      ...single,
      batchSize: 3,
    });
    expect(call?.events.map((event) => event.eventId)).toEqual(['1', '2', '3']);
  });

  it('are shuffled the same way for the same seed', () => {
    const shuffled = bodiesOf(file, { ...single, shuffleSeed: 8 }, 4).flat();
    expect(shuffled).toEqual(bodiesOf(file, { ...single, shuffleSeed: 8 }, 4).flat());
    expect(shuffled).not.toEqual(bodiesOf(file, single, 4).flat());
    expect(shuffled.toSorted()).toEqual(bodiesOf(file, single, 4).flat().toSorted());
  });
});
