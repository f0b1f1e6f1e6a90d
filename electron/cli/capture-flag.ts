import { Option, type Command } from 'commander';
import type { ApiAddress } from './api-client.ts';
import { toApiAddress, type ApiFlags } from './api-flags.ts';
import { runningFolders } from './data-folder.ts';

/** The flag of commands that can also read a capture file that nobody has open. */
export interface CaptureFlags {
  capture?: string;
}

export function addCaptureFlag(command: Command): Command {
  return command.addOption(
    new Option('--capture <file>', 'capture file to open, instead of asking a running Hookloupe'),
  );
}

/** Calls `work` with the control API of the running Hookloupe, or of one opened on the capture file and closed afterwards. */
export async function withApiOrCapture<T>(
  flags: ApiFlags & CaptureFlags,
  work: (address: ApiAddress) => Promise<T>,
): Promise<T> {
  if (flags.capture === undefined) return work(toApiAddress(flags));
  const { openCapture } = await import('#engine/open-capture.ts');
  const capture = await openCapture(flags.capture, runningFolders());
  try {
    return await work(capture);
  } finally {
    await capture.close();
  }
}
