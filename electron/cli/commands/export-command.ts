import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Option, type Command } from 'commander';
import { AppError } from '#shared/errors/app-error.ts';
import { createApiClient } from '../api-client.ts';
import { addApiFlags, type ApiFlags } from '../api-flags.ts';
import { addCaptureFlag, withApiOrCapture, type CaptureFlags } from '../capture-flag.ts';
import { exitCodes, type CommandContext, type ExitCode } from '../command-context.ts';

const examples = `
Examples:
  hookloupe export --token TOKEN --out events.ndjson
  hookloupe export --capture staging.hookloupe --filter 'kind:feed' --out -`;

interface ExportFlags extends ApiFlags, CaptureFlags {
  filter: string;
  format: 'ndjson';
  out: string;
}

export function addExportCommand(program: Command, context: CommandContext, end: (code: ExitCode) => void): void {
  const command = program.command('export').description('write captured deliveries to a file');
  addCaptureFlag(addApiFlags(command))
    .option('--filter <text>', 'only deliveries that match', '')
    .addOption(new Option('--format <format>', 'form of the file').choices(['ndjson']).default('ndjson'))
    .option('--out <file>', 'file to write, - for standard output', '-')
    .addHelpText('after', examples)
    .action(async (flags: ExportFlags) => {
      await withApiOrCapture(flags, async (address) => {
        const { filter, format, out } = flags;
        const body = await createApiClient(address).stream(
          'export.read',
          { query: { filter, format } },
          context.signal,
        );
        await writeOut(body, out, context.signal);
      });
      end(exitCodes.ok);
    });
}

async function writeOut(body: Readable, out: string, signal: AbortSignal): Promise<void> {
  if (out === '-') return pipeline(body, process.stdout, { end: false, signal });
  try {
    // Captures hold personal data: for the user's eyes only.
    await pipeline(body, createWriteStream(out, { mode: 0o600 }), { signal });
  } catch (cause) {
    if (isFileError(cause)) {
      throw new AppError('USAGE_INVALID', `--out: ${out} cannot be written. Choose another file.`, { cause });
    }
    await rm(out, { force: true }); // half an export would pass for a whole one
    throw cause;
  }
}

function isFileError(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause && cause.syscall === 'open';
}
