import { setTimeout as sleep } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import { replayOrders, type Replay } from '#shared/protocol/replay.ts';
import { createApiClient, type ApiAddress } from '../api-client.ts';
import { addApiFlags, type ApiFlags } from '../api-flags.ts';
import { parseAuthFlag } from '../auth-flag.ts';
import { addCaptureFlag, withApiOrCapture, type CaptureFlags } from '../capture-flag.ts';
import { exitCodes, type CommandContext, type ExitCode } from '../command-context.ts';
import { parseHttpUrl, parsePace, parseReplayConcurrency, parseNatural } from '../flag-values.ts';
import { toClearAuth } from '../clear-auth.ts';

const pollIntervalMs = 200;
const examples = `
Exit code 0 if every delivery was sent and answered 200, else 1.

Examples:
  hookloupe replay --token TOKEN --to http://127.0.0.1:8080/push
  hookloupe replay --capture staging.hookloupe --filter 'status:500' --to https://hooks.example.com/push --pace 20/s
  hookloupe replay --token TOKEN --to http://127.0.0.1:8080/push --order shuffle --seed 7 --concurrency 4`;

interface ReplayFlags extends ApiFlags, CaptureFlags {
  filter: string;
  to: string;
  order: (typeof replayOrders)[number];
  pace: string;
  concurrency: number;
  seed: number;
  auth: string;
  json?: true;
}

export function addReplayCommand(program: Command, context: CommandContext, end: (code: ExitCode) => void): void {
  const command = program.command('replay').description('send captured deliveries to a real receiver');
  addCaptureFlag(addApiFlags(command))
    .addOption(new Option('--to <url>', 'receiver to send to').argParser(parseHttpUrl).makeOptionMandatory())
    .option('--filter <text>', 'only deliveries that match', '')
    .addOption(new Option('--order <order>', 'in which order').choices(replayOrders).default('arrival'))
    .addOption(new Option('--pace <pace>', 'fast, original, xN or N/s').argParser(parsePace).default('fast'))
    .addOption(
      new Option('--concurrency <n>', 'calls under way at a time').argParser(parseReplayConcurrency).default(1),
    )
    .addOption(new Option('--seed <n>', 'of --order shuffle').argParser(parseNatural).default(1))
    .option('--auth <spec>', 'credentials: none, basic:USER:PASSWORD, apikey:KEY, bearer:TOKEN', 'none')
    .option('--json', 'print the result as one line of JSON')
    .addHelpText('after', examples)
    .action(async (flags: ReplayFlags) => {
      const replay = await withApiOrCapture(flags, (address) => runReplay(address, flags, context.signal));
      context.print(flags.json ? JSON.stringify(replay) : formatReplay(replay));
      end(isAccepted(replay) ? exitCodes.ok : exitCodes.failed);
    });
}

async function runReplay(address: ApiAddress, flags: ReplayFlags, signal: AbortSignal): Promise<Replay> {
  const api = createApiClient(address);
  const { filter, order, pace, concurrency, seed } = flags;
  const auth = toClearAuth(parseAuthFlag(flags.auth));
  const body = { filter, target: { url: flags.to, auth }, order, pace, concurrency, seed };
  let replay = await api.call('replays.create', { body });
  while (replay.state === 'running') {
    await sleep(pollIntervalMs, undefined, { signal }).catch(() => undefined); // an abort ends the pause early
    const params = { id: replay.id };
    if (signal.aborted) return api.call('replays.stop', { params });
    replay = await api.call('replays.read', { params });
  }
  return replay;
}

function isAccepted({ state, sent, total, byStatus }: Replay): boolean {
  return state === 'done' && sent === total && byStatus['200'] === total;
}

/** The last line of a replay. */
export function formatReplay({ id, state, sent, total, byStatus, targetUrl, message }: Replay): string {
  const outcomes = Object.entries(byStatus).map(([status, count]) => `${status} ×${count}`);
  const parts = [`Replay ${id} ${state}`, `${sent} of ${total} sent to ${targetUrl}`];
  if (outcomes.length > 0) parts.push(outcomes.join(', '));
  if (message !== null) parts.push(message);
  return parts.join(' · ');
}
