import { describe, expect, it, onTestFinished } from 'vitest';
import { createExperimenter, type Experimenter } from '#engine/experiment/create-experimenter.ts';
import type { AnswerProgram } from '#shared/answer/answer.ts';
import type { ExperimentRequest } from '#shared/protocol/experiment.ts';
import {
  createMemoryExperimentStore,
  experimentRequest,
  type MemoryExperimentStore,
} from './memory-experiment-store.ts';

interface Bench {
  store: MemoryExperimentStore;
  experimenter: Experimenter;
  /** What is armed in front; null while nothing is. */
  armed(): AnswerProgram | null;
  /** Somebody else arms something. */
  replace(): void;
}

function setUp(store = createMemoryExperimentStore()): Bench {
  let front: { program: AnswerProgram; onReplaced: () => void } | null = null;
  const experimenter = createExperimenter({
    store,
    answers: {
      temporarily(program, onReplaced) {
        const mine = { program, onReplaced };
        front = mine;
        return {
          end() {
            if (front === mine) front = null;
          },
        };
      },
    },
    now: Date.now,
    monotonic: () => performance.now(),
  });
  onTestFinished(() => experimenter.close());
  return {
    store,
    experimenter,
    armed: () => front?.program ?? null,
    replace() {
      const replaced = front;
      front = null;
      replaced?.onReplaced();
    },
  };
}

const endOf = async ({ experimenter }: Bench, id: number) => {
  await expect.poll(async () => (await experimenter.read(id)).endedAt).not.toBeNull();
  return experimenter.read(id);
};

describe('an experiment under way', () => {
  it('is armed until nothing more was seen for the quiet time, and is stored then', async () => {
    const bench = setUp();
    const { id } = await bench.experimenter.start(experimentRequest());
    expect(bench.armed()?.rules).toHaveLength(1);
    bench.store.observed = { ...bench.store.observed, attempts: 1 };
    bench.store.changed();
    expect(await endOf(bench, id)).toMatchObject({ state: 'done', message: 'No further attempt came within 0.1 s.' });
    expect(bench.armed()).toBeNull();
    await expect.poll(() => bench.store.stored.get(id)?.state).toBe('done');
  });

  it('does not end while a request is held, however long that is', async () => {
    const bench = setUp();
    const { id } = await bench.experimenter.start(experimentRequest());
    bench.store.observed = { ...bench.store.observed, attempts: 1, open: 1 };
    bench.store.changed();
    await expect.poll(async () => (await bench.experimenter.read(id)).message).toContain('the sender waits');
    const { endsAt, startedAt } = await bench.experimenter.read(id);
    expect(Date.parse(endsAt ?? '') - Date.parse(startedAt)).toBeGreaterThan(3_000_000);
    bench.store.observed = { ...bench.store.observed, open: 0 };
    bench.store.changed();
    expect(await endOf(bench, id)).toMatchObject({ state: 'done' });
  });

  it('does not end on what is stored and not decoded yet', async () => {
    const bench = setUp();
    const { id } = await bench.experimenter.start(experimentRequest());
    bench.store.state = { requests: 5, derivedTo: 4 };
    bench.store.observed = { ...bench.store.observed, attempts: 1 };
    bench.store.changed();
    const { looks } = bench.store;
    // Looks go on beyond the quiet time, until the fifth request is decoded.
    await expect.poll(() => bench.store.looks).toBeGreaterThan(looks + 4);
    expect(await bench.experimenter.read(id)).toMatchObject({ endedAt: null });
    bench.store.state = { requests: 900, derivedTo: 5 };
    expect(await endOf(bench, id)).toMatchObject({ state: 'done' });
  });

  it('says why it ended when another answer was armed, or what is stored cannot be read', async () => {
    const bench = setUp();
    const first = await bench.experimenter.start(experimentRequest());
    bench.replace();
    expect(await endOf(bench, first.id)).toMatchObject({ message: 'Ended because another answer was armed.' });
    const second = await bench.experimenter.start(experimentRequest());
    bench.store.failure = new Error('the disk is gone');
    bench.store.changed();
    expect(await endOf(bench, second.id)).toMatchObject({
      state: 'stopped',
      message: 'What is stored could not be read or written: the disk is gone',
    });
    expect(bench.armed()).toBeNull();
  });

  it('ends soon when each event was accepted or failed four times, however long the quiet time is', async () => {
    const bench = setUp();
    const { id, startedAt } = await bench.experimenter.start(experimentRequest({ quietSeconds: 600, events: 2 }));
    const endsAfterMs = async (states: ('complete' | 'gave_up' | 'pending')[]): Promise<number> => {
      const events = states.map((state) => ({ eventId: 'e', eventName: null, state, attempts: [] }));
      const { report, attempts } = bench.store.observed;
      bench.store.observed = { report: { ...report, events }, attempts: attempts + 1, open: 0 };
      bench.store.changed();
      await expect
        .poll(async () => (await bench.experimenter.read(id)).report.events.map(({ state }) => state))
        .toEqual(states);
      return Date.parse((await bench.experimenter.read(id)).endsAt ?? '') - Date.parse(startedAt);
    };
    expect(await endsAfterMs(['gave_up'])).toBeGreaterThan(500_000);
    expect(await endsAfterMs(['gave_up', 'pending'])).toBeGreaterThan(500_000);
    expect(await endsAfterMs(['gave_up', 'complete'])).toBeLessThan(300_000);
  });

  it('says from when on and why nothing could arrive, to whoever makes the report', async () => {
    const bench = setUp();
    const { id, startedAt } = await bench.experimenter.start(experimentRequest({ quietSeconds: 60 }));
    bench.experimenter.interrupt('the receiver was stopped');
    await endOf(bench, id);
    expect(bench.store.asked?.cut?.reason).toBe('the receiver was stopped');
    expect(bench.store.asked?.cut?.atMs).toBeGreaterThanOrEqual(Date.parse(startedAt));
  });

  it.each<[string, Partial<ExperimentRequest>, string]>([
    ['a filter by the answer', { filter: 'kind:sms -status:500' }, 'FILTER_INVALID'],
    ['a filter by how long the answer took', { filter: 'a OR (b took:>1s)' }, 'FILTER_INVALID'],
  ])('is refused with %s, and nothing is armed', async (_, given, code) => {
    const bench = setUp();
    await expect(bench.experimenter.start(experimentRequest(given))).rejects.toMatchObject({ code });
    expect([bench.armed(), bench.store.stored.size]).toEqual([null, 0]);
  });

  it('is one at a time, also when two are asked for at once', async () => {
    const { experimenter } = setUp();
    const both = await Promise.allSettled([
      experimenter.start(experimentRequest()),
      experimenter.start(experimentRequest()),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(both[1]).toMatchObject({ reason: { code: 'EXPERIMENT_RUNNING' } });
  });
});

describe('an experiment that the end of the process cut off', () => {
  it('is shown as stopped, with what had been seen, and another can begin', async () => {
    const before = setUp();
    const { id } = await before.experimenter.start(experimentRequest({ quietSeconds: 60 }));
    const copied = createMemoryExperimentStore();
    for (const [key, value] of before.store.stored) copied.stored.set(key, value);
    const { experimenter } = setUp(copied);
    expect(await experimenter.list()).toMatchObject([{ id, state: 'stopped', endsAt: null }]);
    expect((await experimenter.read(id)).message).toContain('Hookloupe ended while it was under way');
    expect(await experimenter.start(experimentRequest())).toMatchObject({ id: id + 1, state: 'waiting' });
  });
});
