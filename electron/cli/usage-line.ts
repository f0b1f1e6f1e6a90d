import type { Command, CommanderError } from 'commander';

/** The parser's refusal as one line: which command, what is wrong, what is allowed. */
export function toUsageLine(command: Command, { code, message }: CommanderError): string {
  const refusal = code === 'commander.help' ? 'a command is missing' : message.replace(/^error: /, '');
  const problem = refusal.replaceAll(/\s+/g, ' ').replace(/\.$/, '');
  const name = command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`;
  const allowed = listAllowed(command, code);
  return `${name}: ${problem}.${allowed === '' ? '' : ` ${allowed}`}`;
}

/** Refused values carry their allowed values in the message; for names we list what there is. */
function listAllowed(command: Command, code: string): string {
  if (code === 'commander.unknownOption') {
    const flags = command
      .createHelp()
      .visibleOptions(command)
      .map((option) => option.long ?? option.flags);
    return `Allowed: ${flags.join(', ')}.`;
  }
  if (code === 'commander.unknownCommand' || code === 'commander.help') {
    const names = command
      .createHelp()
      .visibleCommands(command)
      .map((subcommand) => subcommand.name());
    return `Allowed: ${names.join(', ')}.`;
  }
  return '';
}
