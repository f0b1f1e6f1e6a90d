import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { createEventRuns, type EventSource } from '#engine/simulator/event-runs.ts';
import { parseEventFile } from '#engine/simulator/outgoing-event.ts';
import { scenarioNames, scenarios } from '#engine/simulator/scenarios.ts';
import type { SendReport } from '#engine/simulator/send-report.ts';
import { toCallLanes } from '#engine/simulator/sender-call.ts';
import type { SendAttempt } from '#engine/simulator/send-attempt.ts';
import { createSender, type SenderOptions } from '#engine/simulator/sender.ts';
import { toEventSource } from '#engine/simulator/simulate.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { formatAttempt, formatAttemptJson, formatSendReport } from '../attempt-lines.ts';
import { exitCodes, type CommandContext, type ExitCode } from '../command-context.ts';
import { findOwnProof } from '../send/own-proof.ts';
import { addSendFlags, type SendFlags } from '../send-flags.ts';
import { openSenderCredentials } from '../send/sender-credentials.ts';

const help = `
Scenarios:
${scenarioNames.map((name) => `  ${name.padEnd(14)}${scenarios[name].summary}`).join('\n')}

Exit code 0 if every event ended in 200, else 1.

Examples:
  hookloupe send --scenario all-kinds
  hookloupe send --kind notification.undelivered --count 50 --rate 20/s
  hookloupe send --to https://hooks.example.com/push --file captured.ndjson --auth apikey:env:PUSH_KEY
  hookloupe send --scenario mixed --count 10000 --concurrency 16 --batch 100 --no-retry --quiet`;

export function addSendCommand(program: Command, context: CommandContext, end: (code: ExitCode) => void): void {
  const command = program.command('send').description('play the platform: send test events to a receiver');
  addSendFlags(command);
  command.addHelpText('after', help).action(async (flags: SendFlags) => {
    const report = await send(flags, context);
    end(!report.stopped && report.accepted === report.events ? exitCodes.ok : exitCodes.failed);
  });
}

async function send(flags: SendFlags, context: CommandContext): Promise<SendReport> {
  const seed = flags.seed ?? randomInt(2 ** 31);
  const options = await toSenderOptions(flags, context);
  const { signal } = context;
  const credentials = await openSenderCredentials(flags, { tls: options.tls ?? {}, signal, findProof: findOwnProof });
  const sender = createSender({ ...options, ...credentials });
  try {
    const runs = createEventRuns(await toSource(flags), { runs: flags.count ?? null, seed, nowMs: Date.now });
    const grouping = { batchSize: flags.batch ?? null, shuffleSeed: flags.shuffle ?? null };
    if (options.originSecret === null) context.warn(toUnmarkedLine(flags.to));
    const report = await sender.run(toCallLanes(runs, grouping), signal);
    context.print(flags.json ? JSON.stringify({ event: 'summary', ...report, seed }) : formatSendReport(report, seed));
    return report;
  } finally {
    await sender.close();
    await credentials.tokens?.close();
  }
}

async function toSenderOptions(flags: SendFlags, { print }: CommandContext): Promise<SenderOptions> {
  const format = flags.json ? formatAttemptJson : formatAttempt;
  return {
    targetUrl: flags.to,
    originSecret: await findOwnProof(flags.to),
    concurrency: flags.concurrency,
    ratePerSecond: flags.rate ?? null,
    retryDelaysMs: flags.retry ? flags.retryDelays : [],
    timeoutMs: flags.timeout,
    tls: {
      insecure: flags.insecure === true,
      ...(flags.ca === undefined ? {} : { ca: await readInput('--ca', flags.ca) }),
    },
    ...(flags.quiet ? {} : { onAttempt: (attempt: SendAttempt) => print(format(attempt)) }),
  };
}

async function toSource(flags: SendFlags): Promise<EventSource> {
  if (flags.file === undefined) return toEventSource(flags);
  return { from: 'file', events: parseEventFile(await readInput('--file', flags.file)) };
}

async function readInput(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new AppError('USAGE_INVALID', `${flag}: ${path} cannot be read. Give a file that exists.`, { cause });
  }
}

/** What the user should know where nobody is found to whom the requests could prove what they are. */
function toUnmarkedLine(url: string): string {
  return `These requests go unmarked: no running Hookloupe of yours is known at ${url}; any other counts them as the platform's.`;
}
