// Holds the armed answer of one engine; it outlives stops and starts of the receiver. Deciding is synchronous, so a limit of N
// requests reaches exactly N of them however many arrive at once. Limits in seconds follow the monotonic clock.
import type { AnswerDecision, AnswerProgram } from '#shared/answer/answer.ts';
import { armAnswer, decide, programAt, refund, remainingAt, unarmed } from '#shared/answer/decide.ts';
import type { AnswerState } from '#shared/protocol/status.ts';
import { systemClock, type Clock } from './clock.ts';

/** A decision, and the arming whose limit it used up; null when it used none. */
export interface AnswerTicket {
  readonly decision: AnswerDecision;
  readonly arming: number | null;
}

export interface AnswerController {
  /** Replaces the armed program; `override: null` disarms. */
  arm(program: AnswerProgram): AnswerState;
  /** What is armed now: after its limit the override reads null. */
  state(): AnswerState;
  /** Decides one request and counts it. `unauthorized`: enforced authentication refuses its credentials. */
  decide(unauthorized: boolean): AnswerTicket;
  /** Gives the request back to the limit, because it could not be stored and so was never answered as decided. */
  refund(ticket: AnswerTicket): void;
  /** A request begins, or ends, to be held without an answer. */
  holdStarted(): void;
  holdEnded(): void;
  /** Called after every change of `state()`, once per decision at most; returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Ends the timer of a limit in seconds. */
  close(): void;
}

export function createAnswerController(clock: Clock = systemClock): AnswerController {
  const listeners = new Set<() => void>();
  let armed = unarmed;
  let armedAtMs: number | null = null;
  let held = 0;
  let expiry: NodeJS.Timeout | null = null;

  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const close = (): void => {
    if (expiry !== null) clearTimeout(expiry);
    expiry = null;
  };
  const watchExpiry = (): void => {
    close();
    if (armed.expiresAtMs === null) return;
    expiry = setTimeout(changed, armed.expiresAtMs - clock.monoMs() + 1).unref();
  };
  const state = (): AnswerState => {
    const nowMs = clock.monoMs();
    const program = programAt(armed, nowMs);
    const since = program.override === null ? null : armedAtMs;
    return {
      ...program,
      remaining: remainingAt(armed, nowMs),
      armedAt: since === null ? null : new Date(since).toISOString(),
      held,
    };
  };

  return {
    state,
    close,
    arm(program) {
      armed = armAnswer(armed, program, clock.monoMs());
      armedAtMs = clock.wallMs();
      watchExpiry();
      changed();
      return state();
    },
    decide(unauthorized) {
      const { decision, next, consumed } = decide(armed, { nowMs: clock.monoMs(), unauthorized });
      armed = next;
      if (consumed) changed();
      return { decision, arming: consumed ? armed.arming : null };
    },
    refund({ arming }) {
      if (arming === null) return;
      armed = refund(armed, arming);
      changed();
    },
    holdStarted() {
      held += 1;
      changed();
    },
    holdEnded() {
      held -= 1;
      changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
