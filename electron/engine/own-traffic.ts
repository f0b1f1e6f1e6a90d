// How requests of our own are told from the platform's: the secret of this run, the note by which senders in other processes of this
// user find it, and the marks that replays carry. A receiver that is not the user's own Hookloupe never sees a secret.
import type { HeaderPair } from '#shared/http/header-pair.ts';
import { isLoopbackAddress } from '#shared/http/ip-range.ts';
import { toOriginMark } from '#shared/protocol/own-traffic.ts';
import type { EngineConfig } from './engine-config.ts';
import { createMarkSecret } from './receiver/provenance.ts';
import type { ReplayTarget } from './replay/replay-target.ts';
import {
  findRunningSecret,
  noteRunningEngine,
  portOf,
  runningFolderOf,
  type RunningEntry,
} from './settings/running-engines.ts';

export interface OwnTraffic {
  /** Proves marks to the receiver of this run, and to no other. */
  readonly markSecret: string;
  /** Notes where our receiver listens, for senders in other processes. Without the note they go on unmarked, so it never throws. */
  note(receiverUrl: string): Promise<void>;
  /** Headers that mark a replay; with the proof where the target is another Hookloupe of this user on this machine. */
  replayMarks(target: ReplayTarget): Promise<readonly HeaderPair[]>;
  /** Takes the note back. */
  close(): Promise<void>;
}

/** `warn` gets one line where the note cannot be written. */
export function createOwnTraffic(
  { settingsFolder, runningFolders }: Pick<EngineConfig, 'settingsFolder' | 'runningFolders'>,
  warn: (line: string) => void,
): OwnTraffic {
  const folders = runningFolders ?? [runningFolderOf(settingsFolder)];
  const markSecret = createMarkSecret();
  let entry: RunningEntry | null = null;
  return {
    markSecret,
    async note(receiverUrl) {
      const [folder] = folders;
      if (folder === undefined) return;
      try {
        entry = await noteRunningEngine(folder, {
          pid: process.pid,
          port: portOf(new URL(receiverUrl)),
          secret: markSecret,
        });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        warn(
          `Requests of 'hookloupe send' will count as the platform's, because ${folder} cannot be written: ${reason}`,
        );
      }
    },
    async replayMarks({ url, addresses }) {
      const isHere = addresses.every(({ address }) => isLoopbackAddress(address));
      return [toOriginMark('replay', isHere ? await findRunningSecret(folders, url) : null)];
    },
    close: async () => entry?.close(),
  };
}
