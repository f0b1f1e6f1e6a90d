import type { AnswerProgram } from '#shared/answer/answer.ts';
import type { CallBody } from '#shared/protocol/contract.ts';
import type { Replay, ReplayRequest } from '#shared/protocol/replay.ts';
import type { Simulation, SimulationRequest } from '#shared/protocol/simulation.ts';
import type { AnswerState, Status, TunnelStatus } from '#shared/protocol/status.ts';
import type { Store } from '../store/open-store.ts';

/** What the control API needs of an engine; `create-engine.ts` puts the parts together. */
export interface EngineOperations {
  store: Pick<Store, 'readers' | 'exportPage'>;
  answers: { state(): AnswerState; arm(program: AnswerProgram): AnswerState };
  receiver: { start(): Promise<void>; stop(): Promise<void> };
  reach: { write(wanted: CallBody<'tunnel.write'> & { remember: boolean }): Promise<TunnelStatus> };
  replayer: {
    start(request: ReplayRequest): Promise<Replay>;
    read(id: number): Replay | null;
    stop(id: number): Promise<Replay | null>;
  };
  simulate(request: SimulationRequest): Promise<Simulation>;
  status(): Promise<Status>;
}
