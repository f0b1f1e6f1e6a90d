import type { AnswerOperations } from '#engine/answering/answer-operations.ts';
import type { CallBody } from '#shared/protocol/contract.ts';
import type { Experiment, ExperimentRequest } from '#shared/protocol/experiment.ts';
import type { Replay, ReplayRequest } from '#shared/protocol/replay.ts';
import type { Sender, SenderChange } from '#shared/protocol/sender.ts';
import type { Simulation, SimulationRequest } from '#shared/protocol/simulation.ts';
import type { Status, TunnelStatus } from '#shared/protocol/status.ts';
import type { Store } from '../store/open-store.ts';

/** What the control API needs of an engine; `create-engine.ts` puts the parts together. */
export interface EngineOperations {
  store: Pick<Store, 'readers' | 'exportPage' | 'requestBody'>;
  answers: AnswerOperations;
  receiver: { start(): Promise<void>; stop(): Promise<void> };
  reach: { write(wanted: CallBody<'tunnel.write'> & { remember: boolean }): Promise<TunnelStatus> };
  replayer: {
    start(request: ReplayRequest): Promise<Replay>;
    read(id: number): Replay | null;
    stop(id: number): Promise<Replay | null>;
  };
  experimenter: {
    start(request: ExperimentRequest): Promise<Experiment>;
    list(): Promise<Omit<Experiment, 'markdown'>[]>;
    read(id: number): Promise<Experiment>;
    stop(id: number): Promise<Experiment>;
  };
  sender: { read(): Sender; write(change: SenderChange): Promise<Sender> };
  simulate(request: SimulationRequest): Promise<Simulation>;
  status(): Promise<Status>;
}
