// The commands of `hookloupe` and how they end: 0 done, 1 something failed, 2 the command line is wrong.
// A failure is one line on standard error. What goes to standard output belongs to the command alone.
import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/error-codes.ts';
import { exitCodes, type CommandContext, type ExitCode } from './command-context.ts';
import { addExportCommand } from './commands/export-command.ts';
import { addReplayCommand } from './commands/replay-command.ts';
import { addSendCommand } from './commands/send-command.ts';
import { addServeCommand } from './commands/serve-command.ts';
import { addTailCommand } from './commands/tail-command.ts';
import { toUsageLine } from './usage-line.ts';

/** Commands of the public contract that a later version brings. */
const comingCommands = ['import', 'check'];

/** Errors that a flag's value is to blame for. */
const valueErrors: readonly ErrorCode[] = ['USAGE_INVALID', 'FILTER_INVALID'];

/** Runs one command line, without the program's name, to its end. Throws only for bugs. */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.ok;
  const end = (code: ExitCode): void => {
    exitCode = code;
  };
  const program = createProgram(context, end);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (failure) {
    return reportFailure(failure, context);
  }
}

function createProgram(context: CommandContext, end: (code: ExitCode) => void): Command {
  const program = new Command('hookloupe')
    .description('A loupe for webhooks: receive, inspect and replay the events of the Push Event Webhook.')
    .version(packageJson.version)
    .configureOutput({ writeOut: (text) => context.print(text.trimEnd()), writeErr: () => undefined });
  addServeCommand(program, context, end);
  addSendCommand(program, context, end);
  addReplayCommand(program, context, end);
  addTailCommand(program, context, end);
  addExportCommand(program, context, end);
  for (const name of comingCommands) addComingCommand(program, name, () => end(exitCodes.usage));
  for (const command of [program, ...program.commands]) {
    command.exitOverride((error) => {
      throw error.exitCode === 0 ? error : new AppError('USAGE_INVALID', toUsageLine(command, error));
    });
  }
  return program;

  function addComingCommand(parent: Command, name: string, refuse: () => void): void {
    parent
      .command(name, { hidden: true })
      .allowUnknownOption()
      .allowExcessArguments()
      .helpOption(false)
      .action(() => {
        context.warn(`hookloupe ${name}: not available in this version.`);
        refuse();
      });
  }
}

function reportFailure(failure: unknown, { warn, signal }: CommandContext): ExitCode {
  if (failure instanceof CommanderError) return exitCodes.ok; // --help and --version
  if (failure instanceof AppError) {
    warn(failure.message.replaceAll(/\s*\n\s*/g, ' '));
    return valueErrors.includes(failure.code) ? exitCodes.usage : exitCodes.failed;
  }
  if (signal.aborted) return exitCodes.failed; // whatever was under way was cut on request
  throw failure;
}
