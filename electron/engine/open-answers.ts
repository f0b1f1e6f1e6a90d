// The armed answer of an engine with everything around it: attempts from the capture file, the program that is kept, programs with a name,
// requests that are held.
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import { createAnswerController, type AnswerController } from './answering/answer-controller.ts';
import type { AnswerOperations } from './answering/answer-operations.ts';
import { createAttemptSource } from './answering/attempt-source.ts';
import { openKeptProgram } from './answering/kept-program.ts';
import { createProgramShelf } from './answering/program-shelf.ts';
import { systemClock } from './receiver/clock.ts';
import type { Store } from './store/open-store.ts';
import type { FirstEnvelope } from './store/queries/answers/first-envelopes.ts';

const LISTED_HELD = 500;

/** The controller for the receiver, and what the control API does with it. `close` before the store. */
export interface EngineAnswers {
  readonly controller: AnswerController;
  readonly operations: AnswerOperations;
  close(): Promise<void>;
}

/** Arms the program that was kept. `warn` gets one line where that, or keeping one, fails. */
export async function openAnswers(options: {
  store: Store;
  settingsFolder: string;
  warn: (line: string) => void;
}): Promise<EngineAnswers> {
  const { store, settingsFolder, warn } = options;
  const controller = createAnswerController({ clock: systemClock, attempts: createAttemptSource(store) });
  const kept = await openKeptProgram({ settingsFolder, answers: controller, warn });
  await controller.whenReady();
  return {
    controller,
    operations: createOperations(controller, { store, settingsFolder, save: kept.save }),
    async close() {
      controller.close();
      await kept.close().catch((error: Error) => warn(error.message));
    },
  };
}

function createOperations(
  controller: AnswerController,
  { store, settingsFolder, save }: { store: Store; settingsFolder: string; save: () => Promise<void> },
): AnswerOperations {
  return {
    state: controller.state,
    async arm(program) {
      controller.arm(program);
      await Promise.all([save(), controller.whenReady()]);
      return controller.state();
    },
    preview: (request, signal) => store.readers.scans.read('answerPreview', request, signal),
    async held() {
      const oldest = controller.held.oldest(LISTED_HELD);
      const envelopes = await readFirstEnvelopes(
        store,
        oldest.map(({ requestId }) => requestId),
      );
      const items = oldest.map(({ requestId, sinceMs, untilMs }) => ({
        requestId,
        since: toIsoTime(sinceMs),
        until: toIsoTime(untilMs),
        eventName: envelopes.get(requestId)?.eventName ?? null,
        eventId: envelopes.get(requestId)?.eventId ?? null,
      }));
      return { total: controller.held.count(), items };
    },
    release: ({ requestIds = null, with: answer }) => ({
      released: controller.held.release(requestIds, answer === 'drop' ? null : answer.status),
    }),
    programs: createProgramShelf(settingsFolder),
  };
}

async function readFirstEnvelopes(store: Store, requestIds: number[]): Promise<Map<number, FirstEnvelope>> {
  const bytes = await store.readers.details.read('firstEnvelopes', requestIds);
  // What our own reader wrote a moment ago.
  const envelopes = JSON.parse(Buffer.from(bytes).toString('utf8')) as FirstEnvelope[];
  return new Map(envelopes.map((envelope) => [envelope.requestId, envelope]));
}
