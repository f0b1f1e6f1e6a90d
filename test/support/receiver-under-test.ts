import { createAnswerController, type AnswerController } from '#engine/answering/answer-controller.ts';
import { systemClock } from '#engine/receiver/clock.ts';
import { createReceiver, type Receiver, type ReceiverOptions } from '#engine/receiver/create-receiver.ts';
import { createSenderGate, type SenderGate } from '#engine/sender-auth/sender-gate.ts';
import { readSecret } from '#engine/settings/read-secret.ts';
import { answerProgramSchema, type Fault, type Limit } from '#shared/answer/answer.ts';
import { createCaptureSinkMemory, type CaptureSinkMemory } from './capture-sink-memory.ts';

/** A receiver on a free port with everything a test needs in its hands. */
export interface ReceiverUnderTest {
  readonly receiver: Receiver;
  readonly sink: CaptureSinkMemory;
  readonly answers: AnswerController;
  readonly gate: SenderGate;
  arm(override: Fault | null, limit?: Limit): void;
  close(): Promise<void>;
}

export async function startReceiver(
  options: Partial<ReceiverOptions> & { auth?: string } = {},
): Promise<ReceiverUnderTest> {
  const { auth = 'none', ...rest } = options;
  const sink = createCaptureSinkMemory();
  const answers = createAnswerController({ clock: systemClock });
  const gate = createSenderGate({ readSecret });
  gate.change({ spec: auth });
  const receiver = await createReceiver({ host: '127.0.0.1', port: 0, sink, answers, gate, ...rest });
  return {
    receiver,
    sink,
    answers,
    gate,
    arm: (override, limit) => void answers.arm(answerProgramSchema.parse({ override, limit: limit ?? null })),
    async close() {
      await receiver.close();
      answers.close();
      gate.close();
    },
  };
}
