import { chmod, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { runningFolderOf } from '#engine/settings/running-engines.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** What the place of a user's data depends on. */
export interface DataFolderFacts {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

function systemFacts(): DataFolderFacts {
  return { platform: process.platform, env: process.env, home: homedir() };
}

/** `hookloupe` in the folder where this system keeps a user's data: the settings, and the captures in a folder of their own. */
export function dataFolder(facts: DataFolderFacts = systemFacts()): string {
  return path.join(userDataFolder(facts), 'hookloupe');
}

/** The capture file where no `--capture` is given. */
export function defaultCaptureFile(folder: string = dataFolder()): string {
  return path.join(folder, 'captures', 'default.hookloupe');
}

/** Folders in which Hookloupes of this user note that they run: those of the command line first, then of the desktop app. */
export function runningFolders(facts: DataFolderFacts = systemFacts()): string[] {
  return [dataFolder(facts), path.join(desktopDataFolder(facts), 'hookloupe')].map(runningFolderOf);
}

/** Where Electron keeps what belongs to an app. */
function desktopDataFolder({ platform, env, home }: DataFolderFacts): string {
  if (platform === 'win32') return env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  return env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
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
