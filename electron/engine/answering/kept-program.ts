// The program that is armed again at the next start. It is written when it is armed, and again without a limit once that is used up, so
// that not even a crash brings a fault back that was over.
import { readSettings, updateSettings } from '#engine/settings/settings-file.ts';
import { answerProgramSchema, type AnswerProgram } from '#shared/answer/answer.ts';
import type { AnswerController } from './answer-controller.ts';

export interface KeptProgram {
  /** Writes what is to be kept now, where that has changed. Throws `SETTINGS_UNWRITABLE`. */
  save(): Promise<void>;
  /** The same, and follows changes no longer. */
  close(): Promise<void>;
}

/** Limits end one request at a time; looking once for many of them is enough. */
const LOOK_MS = 100;

/**
 * Arms what was kept, and keeps what is to be kept from now on. `warn` gets one line where what was kept cannot be armed, or a limit that
 * was used up cannot be written.
 */
export async function openKeptProgram(options: {
  settingsFolder: string;
  answers: Pick<AnswerController, 'arm' | 'kept' | 'onChange'>;
  warn: (line: string) => void;
}): Promise<KeptProgram> {
  const { settingsFolder, answers, warn } = options;
  const stored = (await readSettings(settingsFolder)).settings.keptProgram;
  rearm(stored, answers.arm, warn);
  // Of what could not be armed nothing is written over, until something else is kept.
  let written = toText(answers.kept());
  let timer: NodeJS.Timeout | null = null;

  const save = async (): Promise<void> => {
    const kept = answers.kept();
    const text = toText(kept);
    if (text === written) return;
    const before = written;
    written = text;
    try {
      await updateSettings(settingsFolder, (settings) => ({ ...settings, keptProgram: kept ?? undefined }));
    } catch (error) {
      written = before;
      throw error;
    }
  };
  const look = (): void => {
    timer = null;
    save().catch((error: Error) => warn(error.message));
  };

  const leave = answers.onChange(() => {
    timer ??= setTimeout(look, LOOK_MS).unref();
  });
  return {
    save,
    async close() {
      leave();
      if (timer !== null) clearTimeout(timer);
      await save();
    },
  };
}

function rearm(stored: unknown, arm: (program: AnswerProgram) => unknown, warn: (line: string) => void): void {
  if (stored === undefined) return;
  try {
    arm(answerProgramSchema.parse(stored));
  } catch {
    warn(
      'The answer program that was kept cannot be armed by this version; every request is answered 200. Arm it anew.',
    );
  }
}

function toText(program: unknown): string {
  return JSON.stringify(program ?? null);
}
