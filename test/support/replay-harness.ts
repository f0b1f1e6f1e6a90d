import { createReplayer, type Replayer, type ReplayerOptions } from '#engine/replay/create-replayer.ts';
import type { ReplayStore } from '#engine/store/store.ts';
import { replayRequestSchema, type Replay } from '#shared/protocol/replay.ts';
import type { z } from 'zod';

/** What a caller of the control API would send; `deliveryIds` or `filter` may be left out: then everything. */
type RequestInput = Partial<z.input<typeof replayRequestSchema>> & { target: { url: string } };

export interface ReplayHarness {
  replayer: Replayer;
  start(input: RequestInput): Promise<Replay>;
  /** Starts a replay and waits for its end. */
  run(input: RequestInput): Promise<Replay>;
  close(): Promise<void>;
}

/** A replayer on the real clock that refuses no origin and knows no secrets, unless told otherwise. */
export function createReplayHarness(store: ReplayStore, options: Partial<ReplayerOptions> = {}): ReplayHarness {
  const replayer = createReplayer({
    store,
    refusedOrigins: () => [],
    now: Date.now,
    monotonic: () => performance.now(),
    ownMarks: async () => [['hookloupe-origin', 'replay']],
    readSecret: ({ name }) => `secret of ${name}`,
    ...options,
  });
  const start = (input: RequestInput) =>
    replayer.start(replayRequestSchema.parse(input.deliveryIds ? input : { filter: '', ...input }));
  return {
    replayer,
    start,
    async run(input) {
      const { promise, resolve } = Promise.withResolvers<Replay>();
      const stopListening = replayer.onChange((replay) => {
        if (replay.state !== 'running') resolve(replay);
      });
      await start(input);
      const end = await promise;
      stopListening();
      return end;
    },
    close: () => replayer.close(),
  };
}
