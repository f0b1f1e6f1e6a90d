// Answer programs that were saved under a name, in the settings file. Names are unique without regard to case. What a later version wrote
// and this one does not understand stays in the file and is not listed.
import { readSettings, updateSettings, type Settings } from '#engine/settings/settings-file.ts';
import type { AnswerProgram } from '#shared/answer/answer.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { findProgramProblem } from '#shared/program/find-program-problem.ts';
import { namedProgramSchema, type NamedProgram } from '#shared/protocol/answer-calls.ts';

export interface ProgramShelf {
  /** By name. */
  list(): Promise<NamedProgram[]>;
  /** Saves a program, in place of one of the same name. Throws `FILTER_INVALID`, `REQUEST_INVALID` where there are too many, `SETTINGS_UNWRITABLE`. */
  write(name: string, program: AnswerProgram): Promise<NamedProgram[]>;
  /** Throws `PROGRAM_NOT_FOUND`, `SETTINGS_UNWRITABLE`. */
  remove(name: string): Promise<NamedProgram[]>;
}

const SHELF_LIMIT = 100;

/** The programs in the settings of a folder. */
export function createProgramShelf(settingsFolder: string): ProgramShelf {
  const list = async (): Promise<NamedProgram[]> => listed((await readSettings(settingsFolder)).settings);
  const update = async (change: (entries: readonly unknown[]) => unknown[]): Promise<NamedProgram[]> => {
    await updateSettings(settingsFolder, (settings) => ({ ...settings, programs: change(settings.programs ?? []) }));
    return list();
  };
  return {
    list,
    write(name, program) {
      const problem = findProgramProblem(program);
      if (problem !== null) throw new AppError('FILTER_INVALID', problem.message, { details: problem });
      return update((entries) => {
        const others = entries.filter((entry) => !isNamed(entry, name));
        if (others.length >= SHELF_LIMIT) {
          throw new AppError('REQUEST_INVALID', `${SHELF_LIMIT} programs are saved already. Remove one of them first.`);
        }
        return [...others, { name, program }];
      });
    },
    remove(name) {
      return update((entries) => {
        const others = entries.filter((entry) => !isNamed(entry, name));
        if (others.length < entries.length) return others;
        throw new AppError('PROGRAM_NOT_FOUND', `No answer program is saved as “${name}”. GET /programs lists them.`);
      });
    },
  };
}

function listed({ programs = [] }: Settings): NamedProgram[] {
  const known = programs.flatMap((entry) => namedProgramSchema.safeParse(entry).data ?? []);
  return known.toSorted((a, b) => a.name.localeCompare(b.name));
}

function isNamed(entry: unknown, name: string): boolean {
  return namedProgramSchema.safeParse(entry).data?.name.toLowerCase() === name.toLowerCase();
}
