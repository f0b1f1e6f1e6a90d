import { setTimeout as sleep } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import type { AttemptClass, DeliveryItem } from '#shared/protocol/delivery.ts';
import { toPrintableLine } from '#shared/envelope/printable-line.ts';
import { attemptLimit } from '#shared/spec/limits.ts';
import { createApiClient, type ApiClient } from '../api-client.ts';
import { addApiFlags, toApiAddress, type ApiFlags } from '../api-flags.ts';
import { formatClock, formatOutcome } from '../attempt-lines.ts';
import { exitCodes, type CommandContext, type ExitCode } from '../command-context.ts';
import { parseNatural } from '../flag-values.ts';

const pollIntervalMs = 300;
const pageSize = 200;
const examples = `
Examples:
  hookloupe tail --token TOKEN
  hookloupe tail --filter 'kind:sms' --json | jq .eventId`;

interface TailFlags extends ApiFlags {
  filter: string;
  lines: number;
  json?: true;
  follow: boolean;
}

export function addTailCommand(program: Command, context: CommandContext, end: (code: ExitCode) => void): void {
  const command = program.command('tail').description('print deliveries of a running Hookloupe as they arrive');
  addApiFlags(command)
    .option('--filter <text>', 'only deliveries that match', '')
    .addOption(new Option('--lines <n>', 'deliveries to print from before').argParser(parseNatural).default(10))
    .option('--no-follow', 'end instead of waiting for more')
    .option('--json', 'print one line of JSON per delivery')
    .addHelpText('after', examples)
    .action(async (flags: TailFlags) => {
      await tail(createApiClient(toApiAddress(flags)), flags, context);
      end(exitCodes.ok);
    });
}

async function tail(api: ApiClient, flags: TailFlags, { print, signal }: CommandContext): Promise<void> {
  const show = (items: DeliveryItem[]): void => {
    for (const item of items) print(flags.json ? JSON.stringify(item) : formatDelivery(item));
  };
  const newest = await readNewest(api, flags.filter, Math.max(flags.lines, 1));
  show(flags.lines === 0 ? [] : newest);
  let lastSeq = newest.at(-1)?.seq ?? 0;
  while (flags.follow && (await pause(signal))) {
    const items = await readSince(api, flags.filter, lastSeq);
    show(items);
    lastSeq = items.at(-1)?.seq ?? lastSeq;
  }
}

/** The last deliveries, oldest first. */
async function readNewest(api: ApiClient, filter: string, count: number): Promise<DeliveryItem[]> {
  const limit = Math.min(count, 1_000);
  const page = await api.call('deliveries.list', { query: { filter, order: 'arrival', dir: 'desc', limit } });
  return page.items.toReversed();
}

/** Deliveries that arrived after `lastSeq`, oldest first, read backwards from the newest: an offset would move with the filter. */
async function readSince(api: ApiClient, filter: string, lastSeq: number): Promise<DeliveryItem[]> {
  const found: DeliveryItem[] = [];
  let cursor: string | undefined;
  do {
    const from = cursor === undefined ? {} : { cursor };
    const query = { filter, order: 'arrival', dir: 'desc', limit: pageSize, ...from } as const;
    const page = await api.call('deliveries.list', { query });
    const fresh = page.items.filter((item) => item.seq > lastSeq);
    found.push(...fresh);
    cursor = fresh.length === page.items.length ? (page.nextCursor ?? undefined) : undefined;
  } while (cursor !== undefined);
  return found.toReversed();
}

/** Longest line, in characters. */
const LINE_LIMIT = 1_000;

/** What a try is in its chain, in the fewest words. */
const classWords: Readonly<Record<AttemptClass, string>> = {
  'retry-after-500': 'after-500',
  'retry-after-timeout': 'after-timeout',
  'retry-after-other': 'after-other',
  'duplicate-after-200': 'duplicate',
  'late-ack': 'sender-gone',
  'different-body': 'changed-body',
  'beyond-limit': 'beyond-limit',
  'own-replay': 'replay',
};

/** One delivery for a person: `14:03:58.317 notification.undelivered ✕500 3/4 lag 0.9s C00481277 · …`. */
export function formatDelivery(item: DeliveryItem): string {
  const outcome = formatOutcome(item.answer.status, item.answer.action === 'hang' ? 'timeout' : item.answer.action);
  const parts = [
    formatClock(Date.parse(item.receivedAt)),
    item.eventName ?? (item.unparsed ? '(unparsed)' : '(no event_name)'),
    outcome,
    `${item.attempt}/${attemptLimit}`,
    ...item.classes.map((name) => classWords[name]),
    ...(item.lagMs === null ? [] : [`lag ${(item.lagMs / 1_000).toFixed(1)}s`]),
    ...(item.early ? ['early'] : []),
    ...(item.late ? ['late'] : []),
    ...(item.summary === '' ? [] : [item.summary]),
    ...(item.eventId === null ? [] : [item.eventId]),
    ...(item.answer.note === null ? [] : [`(${item.answer.note})`]),
  ];
  // A stranger's text must not steer the terminal.
  return toPrintableLine(parts.join(' '), LINE_LIMIT);
}

/** False when it is time to end. */
async function pause(signal: AbortSignal): Promise<boolean> {
  await sleep(pollIntervalMs, undefined, { signal }).catch(() => undefined); // an abort ends the pause early, and the loop
  return !signal.aborted;
}
