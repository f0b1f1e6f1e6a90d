import type { Clock } from './clock.ts';

/** Counts since the receiver was started. */
export interface ReceiverCounters {
  /** Requests received, of every completeness. */
  received: number;
  /** Requests received in the last 60 s. */
  perMinute: number;
  /** Requests the HTTP parser refused. */
  malformed: number;
  /** Requests whose sender went away, or was too slow, before their end. */
  incomplete: number;
  /** Requests that could not be stored and were answered 500. */
  unstored: number;
}

export interface ReceiverCounting {
  countReceived(): void;
  countMalformed(): void;
  countIncomplete(): void;
  countUnstored(): void;
  read(): ReceiverCounters;
}

const windowSeconds = 60;

export function createReceiverCounters(clock: Clock): ReceiverCounting {
  const totals = { received: 0, malformed: 0, incomplete: 0, unstored: 0 };
  const perSecond = new Uint32Array(windowSeconds);
  let second = 0;

  /** Empties the slots of the seconds that passed since the last call. */
  function advance(): void {
    const now = Math.floor(clock.monoMs() / 1000);
    const passed = Math.min(now - second, windowSeconds);
    for (let i = 0; i < passed; i += 1) perSecond[(now - i) % windowSeconds] = 0;
    second = now;
  }
  return {
    countReceived() {
      advance();
      totals.received += 1;
      perSecond[second % windowSeconds] = (perSecond[second % windowSeconds] ?? 0) + 1;
    },
    countMalformed: () => void (totals.malformed += 1),
    countIncomplete: () => void (totals.incomplete += 1),
    countUnstored: () => void (totals.unstored += 1),
    read() {
      advance();
      return { ...totals, perMinute: perSecond.reduce((sum, count) => sum + count, 0) };
    },
  };
}
