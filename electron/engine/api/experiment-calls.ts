import type { CallHandlers } from './call-handlers.ts';
import type { EngineOperations } from './engine-operations.ts';

/** The calls about retry experiments. */
export function createExperimentCalls({
  experimenter,
}: EngineOperations): Pick<
  CallHandlers,
  'experiments.create' | 'experiments.list' | 'experiments.read' | 'experiments.stop'
> {
  return {
    'experiments.create': ({ body }) => experimenter.start(body),
    'experiments.list': async () => ({ items: await experimenter.list() }),
    'experiments.read': ({ params }) => experimenter.read(params.id),
    'experiments.stop': ({ params }) => experimenter.stop(params.id),
  };
}
