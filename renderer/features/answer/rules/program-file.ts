import { answerProgramSchema } from '#shared/answer/answer.ts';
import { namedProgramSchema, type NamedProgram } from '#shared/protocol/answer-calls.ts';

/** A program as a file: JSON that can be read, and kept under version control. */
export function toProgramFile(program: NamedProgram): { name: string; text: string } {
  const name = program.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[.-]+|-+$/g, '');
  return { name: `${name || 'answers'}.json`, text: `${JSON.stringify(program, null, 2)}\n` };
}

/** The program of a file, with or without its name around it; or why the file is none. */
export function readProgramFile(text: string, fileName: string): NamedProgram | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: `${fileName} is not JSON.` };
  }
  const named = namedProgramSchema.safeParse(value);
  if (named.success) return named.data;
  const bare = answerProgramSchema.safeParse(value);
  if (bare.success) return { name: fileName.replace(/\.json$/i, '').slice(0, 80) || 'imported', program: bare.data };
  const isNamed = typeof value === 'object' && value !== null && 'program' in value;
  const issue = (isNamed ? named : bare).error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`;
  return { problem: `${fileName} is no answer program${where}: ${issue?.message ?? 'it cannot be read'}.` };
}

/** Gives a text to the person as a file, through the browser's own download. */
export function saveText(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
