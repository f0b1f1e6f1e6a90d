import type { Simulation, SimulationRequest } from '#shared/protocol/simulation.ts';
import type { Status } from '#shared/protocol/status.ts';
import type { AnswerController } from './receiver/answer-controller.ts';
import type { Reach } from './reach.ts';
import type { ReceiverHost } from './receiver-host.ts';
import type { Replayer } from './replay/create-replayer.ts';
import type { Store } from './store/open-store.ts';

/** What the control API may call; put together in `create-engine.ts`. */
export interface EngineParts {
  store: Store;
  answers: AnswerController;
  receiver: ReceiverHost;
  reach: Reach;
  replayer: Replayer;
  simulate(request: SimulationRequest): Promise<Simulation>;
  status(): Promise<Status>;
}
