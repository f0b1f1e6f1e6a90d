/** One request that is held without an answer. Times are epoch milliseconds. */
export interface HeldRequest {
  readonly requestId: number;
  readonly sinceMs: number;
  /** When it is let go without anybody's doing; null: when the sender hangs up. */
  readonly untilMs: number | null;
  /** Answers it with a status, or drops its connection (null); false where its sender has gone already. */
  release(status: number | null): boolean;
}

/** The requests that are held right now. Whoever holds one says so here, and lets it go when it is asked to. */
export interface HeldRequests {
  /** Returns what takes it off again, at its end. */
  add(held: HeldRequest): () => void;
  count(): number;
  /** Oldest first, so many at most. */
  oldest(limit: number): HeldRequest[];
  /** Lets requests go, all of them (null) or those of the ids; how many that were. */
  release(requestIds: readonly number[] | null, status: number | null): number;
}

/** `changed` is called whenever a request is held, or is no longer. */
export function createHeldRequests(changed: () => void): HeldRequests {
  const all = new Map<number, HeldRequest>();
  return {
    add(held) {
      all.set(held.requestId, held);
      changed();
      return () => {
        if (all.delete(held.requestId)) changed();
      };
    },
    count: () => all.size,
    oldest: (limit) => [...all.values().take(limit)],
    release(requestIds, status) {
      const asked =
        requestIds === null ? [...all.values()] : [...new Set(requestIds)].flatMap((id) => all.get(id) ?? []);
      return asked.filter((held) => held.release(status)).length;
    },
  };
}
