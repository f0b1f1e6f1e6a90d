// What a program would have answered: the same matcher and the same decisions as for requests that arrive, over requests that are stored,
// from a program of which nothing is used up yet. Limits in seconds run by the times of receipt.
import type { AnswerProgram } from '../answer/answer.ts';
import { armAnswer, unarmed } from '../answer/armed-answer.ts';
import { decide, type DecisionContext } from '../answer/decide.ts';
import type { AnswerPreview } from '../protocol/answer-calls.ts';
import { toIsoTime } from '../protocol/iso-time.ts';
import { attemptLimit } from '../spec/limits.ts';
import { createRuleMatcher, type RuleMatcher, type RuleSubject } from './rule-matcher.ts';

/** A stored request; its deliveries in their order, at least one. */
export interface PreviewedRequest {
  readonly requestId: number;
  /** Of its first delivery. */
  readonly deliveryId: number;
  readonly attempt: number;
  /** Epoch milliseconds. */
  readonly receivedAtMs: number;
  readonly refusal: DecisionContext['refusal'];
  /** What it was answered, see `answerLabel`. */
  readonly was: string;
  readonly subjects: readonly RuleSubject[];
}

type Change = AnswerPreview['changed'][number];

const SHOWN_CHANGES = 100;

/** Decides the requests in the order given. `answerLabel` is the word for an answer: `500`, `timeout`. */
export function previewProgram(
  program: AnswerProgram,
  requests: Iterable<PreviewedRequest>,
  answerLabel: (action: string, status: number | null) => string,
): AnswerPreview {
  const matcher = createRuleMatcher(program);
  const byAnswer: Record<string, number> = {};
  const changed: Change[] = [];
  let armed = unarmed;
  let count = 0;
  for (const request of requests) {
    const { receivedAtMs: nowMs } = request;
    if (count === 0) armed = armAnswer(unarmed, program, { arming: 1, nowMs, wallMs: nowMs });
    count += 1;
    const { decision, next } = decide(armed, toContext(request, matcher));
    armed = next;
    const wouldBe = answerLabel(decision.action, decision.status);
    byAnswer[wouldBe] = (byAnswer[wouldBe] ?? 0) + 1;
    if (wouldBe === request.was) continue;
    changed.unshift(toChange(request, { wouldBe, decidedBy: decision.decidedBy, detail: decision.detail }));
    changed.length = Math.min(changed.length, SHOWN_CHANGES);
  }
  return { requests: count, byAnswer, changed };
}

function toContext({ receivedAtMs, refusal, subjects }: PreviewedRequest, matcher: RuleMatcher): DecisionContext {
  return {
    nowMs: receivedAtMs,
    refusal,
    attempt: Math.max(...subjects.map(({ delivery }) => delivery.attempt)),
    attemptLimit,
    fittingEvents: (ruleIndex) => matcher.fittingEvents(ruleIndex, subjects, receivedAtMs),
  };
}

function toChange(
  { requestId, deliveryId, receivedAtMs, attempt, was, subjects }: PreviewedRequest,
  would: Pick<Change, 'wouldBe' | 'decidedBy' | 'detail'>,
): Change {
  return {
    requestId,
    deliveryId,
    receivedAt: toIsoTime(receivedAtMs),
    eventName: subjects[0]?.delivery.eventName ?? null,
    attempt,
    was,
    ...would,
  };
}
