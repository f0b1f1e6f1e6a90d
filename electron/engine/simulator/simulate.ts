import { randomInt } from 'node:crypto';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import type { Simulation, SimulationRequest } from '#shared/protocol/simulation.ts';
import { toSimulatedKind } from './create-envelope.ts';
import { createEventRuns, type EventSource } from './event-runs.ts';
import { toScenarioName } from './scenarios.ts';
import { toCallLanes } from './sender-call.ts';
import { createSender, type SenderOptions } from './sender.ts';

const MAX_SEED = 2 ** 31;

/** What the host may know besides: when to stop, and how to trust the receiver's own certificate. */
export type SimulateOptions = Pick<SenderOptions, 'tls' | 'timeoutMs' | 'retryDelaysMs' | 'originSecret'> & {
  signal?: AbortSignal;
};

/**
 * "Send test events": sends to `targetUrl` as the platform would, retries included, and resolves when every event has ended.
 * `count` is events of a kind or runs of a scenario. Throws `SIMULATION_INVALID` for an unknown kind or scenario.
 */
export async function simulate(
  request: SimulationRequest,
  targetUrl: string,
  authHeader: HeaderPair | null,
  options: SimulateOptions = {},
): Promise<Simulation> {
  const { signal, ...sending } = options;
  const source = toEventSource(request);
  const sender = createSender({ targetUrl, authHeader, concurrency: 4, ...sending });
  try {
    const runs = createEventRuns(source, {
      runs: request.count,
      seed: request.seed ?? randomInt(MAX_SEED),
      nowMs: Date.now,
    });
    const report = await sender.run(toCallLanes(runs, { batchSize: null, shuffleSeed: null }), signal);
    return { sent: report.events, byStatus: report.byOutcome };
  } finally {
    await sender.close();
  }
}

/** The kind wins over the scenario; neither means the mixed stream. Throws `SIMULATION_INVALID` for an unknown name. */
export function toEventSource(wanted: { kind?: string | undefined; scenario?: string | undefined }): EventSource {
  if (wanted.kind !== undefined) return { from: 'kind', kind: toSimulatedKind(wanted.kind) };
  return { from: 'scenario', scenario: toScenarioName(wanted.scenario ?? 'mixed') };
}
