// The only place where the main process listens to the page. Every call checks who sends it and what it carries before it is run.
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { z } from 'zod';
import { hostChannels, type HostCalls } from '#shared/host/host-api.ts';

/** Who sent a call, as far as it is checked. */
type CallSender = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>;

export interface HostCallsOptions {
  ipcMain: Pick<IpcMain, 'handle'>;
  calls: HostCalls;
  /** Id of the window's web contents; null while there is no window. */
  ownContentsId: () => number | null;
  ownOrigin: () => string | null;
}

/** Answers the page's calls; a call from anywhere else, or with other arguments, is rejected and nothing is run. */
export function registerHostCalls({ ipcMain, calls, ownContentsId, ownOrigin }: HostCallsOptions): void {
  const register = <A extends unknown[]>(
    channel: string,
    parameters: z.ZodType<A>,
    run: (...args: A) => Promise<unknown>,
  ): void => {
    ipcMain.handle(channel, async (event: CallSender, ...args: unknown[]) => {
      if (!isOwnPage(event, ownContentsId(), ownOrigin())) throw new Error(`${channel} was not called by our page.`);
      const parsed = parameters.safeParse(args);
      if (!parsed.success) throw new Error(`${channel} was called with arguments it does not take.`);
      return run(...parsed.data);
    });
  };
  register(hostChannels.openExternal, z.tuple([z.string().max(2000)]), calls.openExternal);
  register(hostChannels.showCaptureFile, z.tuple([]), calls.showCaptureFile);
  register(hostChannels.storeNgrokAuthtoken, z.tuple([z.string().trim().min(1).max(500)]), calls.storeNgrokAuthtoken);
}

/** The top frame of our window, while it shows our engine's page. */
function isOwnPage({ sender, senderFrame }: CallSender, contentsId: number | null, origin: string | null): boolean {
  if (senderFrame === null || contentsId === null || origin === null) return false;
  return sender.id === contentsId && senderFrame.parent === null && senderFrame.origin === origin;
}
