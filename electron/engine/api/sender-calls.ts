import type { CallHandlers } from './call-handlers.ts';
import type { EngineOperations } from './engine-operations.ts';

/** The calls about what is required of the sender. */
export function createSenderCalls({ sender }: EngineOperations): Pick<CallHandlers, 'sender.read' | 'sender.write'> {
  return {
    'sender.read': async () => sender.read(),
    'sender.write': ({ body }) => sender.write(body),
  };
}
