import { chmod, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';

/** What the place of a user's data depends on. */
export interface DataFolderFacts {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

/** `hookloupe` in the folder where this system keeps a user's data: the settings, and the captures in a folder of their own. */
export function dataFolder(
  facts: DataFolderFacts = { platform: process.platform, env: process.env, home: homedir() },
): string {
  return path.join(userDataFolder(facts), 'hookloupe');
}

/** The capture file where no `--capture` is given. */
export function defaultCaptureFile(folder: string = dataFolder()): string {
  return path.join(folder, 'captures', 'default.hookloupe');
}

function userDataFolder({ platform, env, home }: DataFolderFacts): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  // An XDG path that is not absolute is to be ignored, says its specification.
  const xdg = env['XDG_DATA_HOME'] ?? '';
  return path.isAbsolute(xdg) ? xdg : path.join(home, '.local', 'share');
}

/** Makes the folder of a capture file where it is missing, readable by its user only: captures hold personal data. */
export async function prepareCaptureFolder(captureFile: string): Promise<void> {
  const folder = path.dirname(captureFile);
  try {
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    // The mode of mkdir is cut by the umask; a folder that was there before belongs to the user and stays as it is.
    if (created !== undefined) await chmod(folder, 0o700);
  } catch (cause) {
    const message = `The folder ${folder} cannot be made. Choose another place with --capture FILE.`;
    throw new AppError('CAPTURE_UNUSABLE', message, { cause });
  }
}
