import type { ExperimentStore, ObservationQuery, ObservedExperiment, StoredExperiment } from '#engine/store/store.ts';
import { analyseExperiment } from '#shared/experiment/analyse-experiment.ts';
import { experimentRequestSchema, type ExperimentRequest } from '#shared/protocol/experiment.ts';

/** A store whose observations a test sets; `changed` tells the experiment to look. */
export interface MemoryExperimentStore extends ExperimentStore {
  readonly stored: Map<number, StoredExperiment>;
  observed: ObservedExperiment;
  state: { requests: number; derivedTo: number };
  /** Reading fails with this. */
  failure: Error | null;
  looks: number;
  /** What the last look was asked for. */
  asked: ObservationQuery | null;
  changed(): void;
}

/** What a caller of the control API would send. */
export function experimentRequest(given: Partial<ExperimentRequest> = {}): ExperimentRequest {
  return experimentRequestSchema.parse({ fault: { action: 'respond', status: 500 }, quietSeconds: 0.1, ...given });
}

export function createMemoryExperimentStore(): MemoryExperimentStore {
  const listeners: (() => void)[] = [];
  const request = experimentRequest();
  const report = analyseExperiment({ request, events: [], otherArrivalsMonoMs: [], watchedMs: 0, cut: null });
  const store: MemoryExperimentStore = {
    stored: new Map(),
    observed: { report, attempts: 0, open: 0 },
    state: { requests: 0, derivedTo: 0 },
    failure: null,
    looks: 0,
    asked: null,
    changed: () => listeners.forEach((listener) => listener()),
    async writeExperiment(experiment) {
      const id = experiment.id ?? store.stored.size + 1;
      store.stored.set(id, { ...experiment, id });
      return id;
    },
    readExperiments: async () => [...store.stored.values()].toReversed(),
    readExperiment: async (id) => store.stored.get(id) ?? null,
    async observeExperiment(query) {
      store.looks += 1;
      store.asked = query;
      if (store.failure !== null) throw store.failure;
      return store.observed;
    },
    progress: () => store.state,
    onChange: (listener) => void listeners.push(listener),
  };
  return store;
}
