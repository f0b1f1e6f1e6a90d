import { createAnswerController, type AnswerController } from '#engine/receiver/answer-controller.ts';
import { createReceiver, type Receiver, type ReceiverOptions } from '#engine/receiver/create-receiver.ts';
import { createSenderAuth } from '#engine/receiver/sender-auth.ts';
import { answerProgramSchema, type Fault, type Limit } from '#shared/answer/answer.ts';
import type { AuthSpec } from '#shared/http/auth-spec.ts';
import { createCaptureSinkMemory, type CaptureSinkMemory } from './capture-sink-memory.ts';

/** A receiver on a free port with everything a test needs in its hands. */
export interface ReceiverUnderTest {
  readonly receiver: Receiver;
  readonly sink: CaptureSinkMemory;
  readonly answers: AnswerController;
  arm(override: Fault | null, limit?: Limit): void;
  close(): Promise<void>;
}

export async function startReceiver(
  options: Partial<ReceiverOptions> & { authSpec?: AuthSpec } = {},
): Promise<ReceiverUnderTest> {
  const { authSpec = { type: 'none' }, ...rest } = options;
  const sink = createCaptureSinkMemory();
  const answers = createAnswerController();
  const auth = createSenderAuth(authSpec);
  const receiver = await createReceiver({ host: '127.0.0.1', port: 0, sink, answers, auth, ...rest });
  return {
    receiver,
    sink,
    answers,
    arm: (override, limit) => void answers.arm(answerProgramSchema.parse({ override, limit: limit ?? null })),
    async close() {
      await receiver.close();
      answers.close();
    },
  };
}
