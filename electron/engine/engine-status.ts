import { toIsoTime } from '#shared/protocol/iso-time.ts';
import type { Status } from '#shared/protocol/status.ts';
import type { AnswerController } from './answering/answer-controller.ts';
import type { Reach } from './reach.ts';
import type { ReceiverHost } from './receiver-host.ts';
import type { SenderRequirements } from './sender-requirements.ts';
import type { CaptureFacts } from './store/queries/capture-facts.ts';
import type { Store } from './store/open-store.ts';

/** How old size and oldest row may be, in milliseconds: they cost a query and change slowly. */
const FACTS_FRESH_MS = 2_000;

/** Puts `GET /status` together. */
export function createStatusReader(parts: {
  version: string;
  store: Store;
  receiver: ReceiverHost;
  reach: Reach;
  answers: AnswerController;
  sender: SenderRequirements;
  nowMs: () => number;
}): () => Promise<Status> {
  const { store, receiver, reach, answers, sender, nowMs } = parts;
  let facts: CaptureFacts = { sizeBytes: 0, oldestAtMs: null };
  let factsAt = -Infinity;

  return async () => {
    if (nowMs() - factsAt > FACTS_FRESH_MS) {
      factsAt = nowMs();
      facts = await store.facts();
    }
    const progress = store.progress();
    const failure = store.failure();
    const tunnelStatus = reach.status();
    const state = receiver.state();
    const counters = receiver.counters();
    return {
      version: parts.version,
      receiver: { ...state, publicUrl: tunnelStatus.url ?? state.url, ...toRequirements(sender) },
      tunnel: tunnelStatus,
      store: {
        state: failure === null ? 'ok' : 'failing',
        message: failure,
        captureFile: store.captureFile,
        requests: progress.requests,
        deliveries: progress.deliveries,
        pending: progress.requests - progress.derivedTo,
        sizeBytes: facts.sizeBytes,
        oldestAt: toIsoTime(facts.oldestAtMs),
      },
      answer: answers.state(),
      counters: { perMinute: counters.perMinute, received: counters.received, inFlight: counters.inFlight },
    };
  };
}

function toRequirements({
  auth,
  provenance,
}: SenderRequirements): Pick<Status['receiver'], 'auth' | 'allowList' | 'lastProductionAt'> {
  const { type, mode, message } = auth();
  return {
    auth: { type, mode, message },
    allowList: { mode: provenance.settings().allowList.mode },
    lastProductionAt: toIsoTime(provenance.lastProductionAtMs()),
  };
}
