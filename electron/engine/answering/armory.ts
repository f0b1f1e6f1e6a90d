// The armings of one engine: what people armed, and what is put in front of it for a while. It says when what is in force changes, also
// where only time has passed.
import type { AnswerProgram } from '#shared/answer/answer.ts';
import { armAnswer, nextEndAt, refund, unarmed, type ArmedAnswer, type Use } from '#shared/answer/armed-answer.ts';

/** Epoch milliseconds, and milliseconds that never step. */
export interface AnswerClock {
  wallMs(): number;
  monoMs(): number;
}

export interface Armory {
  /** What decides: what was put in front, else what is armed. */
  front(): ArmedAnswer;
  /** What is armed, whatever stands in front of it. */
  base(): ArmedAnswer;
  arm(program: AnswerProgram): void;
  /** `onReplaced`: something else was armed, or put in front, before the end. */
  putInFront(program: AnswerProgram, onReplaced: () => void): { end(): void };
  /** What decides, as it stands after a decision. */
  change(next: ArmedAnswer): void;
  refund(use: Use): void;
  /** Ends the timer of limits in seconds. */
  close(): void;
}

interface InFront {
  armed: ArmedAnswer;
  readonly onReplaced: () => void;
}

export function createArmory(clock: AnswerClock, changed: () => void): Armory {
  let base = unarmed;
  let inFront: InFront | null = null;
  let armings = 0;
  let timer: NodeJS.Timeout | null = null;

  const close = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  /** Tells of the change, and of the next one that comes with time alone. */
  const tell = (): void => {
    close();
    const nowMs = clock.monoMs();
    const ends = [base, inFront?.armed].map((armed) => (armed === undefined ? null : nextEndAt(armed, nowMs)));
    const next = Math.min(...ends.filter((end) => end !== null));
    if (next !== Infinity) timer = setTimeout(tell, next - nowMs + 1).unref();
    changed();
  };
  const next = (): { arming: number; nowMs: number; wallMs: number } => {
    armings += 1;
    return { arming: armings, nowMs: clock.monoMs(), wallMs: clock.wallMs() };
  };
  const replaceFront = (by: InFront | null): void => {
    const replaced = inFront;
    inFront = by;
    replaced?.onReplaced();
  };

  return {
    close,
    front: () => inFront?.armed ?? base,
    base: () => base,
    arm(program) {
      base = armAnswer(base, program, next());
      replaceFront(null);
      tell();
    },
    putInFront(program, onReplaced) {
      // It gives way to the plain 200: what is armed stays as it is until the end.
      const mine: InFront = { armed: armAnswer(unarmed, program, next()), onReplaced };
      replaceFront(mine);
      tell();
      return {
        end() {
          if (inFront !== mine) return;
          inFront = null;
          tell();
        },
      };
    },
    change(armed) {
      const before = inFront?.armed ?? base;
      if (armed === before) return;
      if (inFront === null) base = armed;
      else inFront.armed = armed;
      changed();
    },
    refund(use) {
      if (inFront !== null) inFront.armed = refund(inFront.armed, use);
      base = refund(base, use);
      changed();
    },
  };
}
