// The settings that outlive a run, in one JSON file that only its owner can read, since it may hold a secret.
// The rule it keeps: the file is replaced whole or not at all, and a file that cannot be understood is set aside, never
// overwritten. Keys it does not know, written by a later version, survive.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#shared/errors/app-error.ts';

const settingsSchema = z.looseObject({
  ngrok: z
    .looseObject({
      /** The token, or `file:PATH`. */
      authtoken: z.string().nullable().default(null),
      domain: z.string().nullable().default(null),
    })
    .prefault({}),
  /** What is required of the sender, as the control API takes it; checked by whoever uses it. */
  sender: z.record(z.string(), z.unknown()).optional(),
  /** Answer programs with a name, and the one that is armed again at the next start; checked by whoever uses them. */
  programs: z.array(z.unknown()).optional(),
  keptProgram: z.unknown().optional(),
});

/** What is remembered from one run to the next. */
export type Settings = z.infer<typeof settingsSchema>;

export const settingsFileName = 'settings.json';

/** The settings, and what the user should know about the file they came from (null when all is well). */
export interface SettingsReading {
  settings: Settings;
  message: string | null;
}

/** Reads the settings in `folder`. Never throws: no file, an unreadable or a broken one give the defaults. */
export async function readSettings(folder: string): Promise<SettingsReading> {
  const file = path.join(folder, settingsFileName);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const message = missing
      ? null
      : `The settings file ${file} cannot be read; defaults are used. Check its permissions.`;
    return { settings: defaultSettings(), message };
  }
  const settings = parseSettings(text);
  return settings === null
    ? { settings: defaultSettings(), message: await setAside(file) }
    : { settings, message: null };
}

/**
 * Replaces the settings in `folder`, creating it where needed; on disk when it resolves.
 * Throws `SETTINGS_UNWRITABLE`, with the earlier file untouched.
 */
export async function writeSettings(folder: string, settings: Settings): Promise<void> {
  const file = path.join(folder, settingsFileName);
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeDurably(draft, `${JSON.stringify(settings, null, 2)}\n`);
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined); // the failure that matters is the first one
    throw new AppError(
      'SETTINGS_UNWRITABLE',
      `The settings file ${file} cannot be written. Check the permissions of its folder and the space on the disk.`,
      { cause },
    );
  }
}

/** Updates wait for each other, so that two parts that remember something at once do not undo each other. */
let lastUpdate: Promise<void> = Promise.resolve();

/** Reads the settings in `folder`, changes them and writes them back. Throws `SETTINGS_UNWRITABLE`. */
export function updateSettings(folder: string, change: (settings: Settings) => Settings): Promise<void> {
  const update = lastUpdate.then(async () => writeSettings(folder, change((await readSettings(folder)).settings)));
  lastUpdate = update.catch(() => undefined); // whoever asked is told; the next update starts afresh
  return update;
}

export function defaultSettings(): Settings {
  return settingsSchema.parse({});
}

function parseSettings(text: string): Settings | null {
  try {
    const parsed = settingsSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // not JSON
  }
}

async function setAside(file: string): Promise<string> {
  const aside = file.replace(/\.json$/, '.broken.json');
  try {
    await rename(file, aside);
    return `The settings file could not be understood. It is kept as ${aside}, and defaults are used: enter the settings again.`;
  } catch {
    return `The settings file ${file} could not be understood; defaults are used. Correct or remove it.`;
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
