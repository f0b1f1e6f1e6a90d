import { Option, type Command } from 'commander';
import { simulatedKinds } from '#engine/simulator/create-envelope.ts';
import { scenarioNames } from '#engine/simulator/scenarios.ts';
import { defaultRetryDelaysMs, defaultTimeoutMs } from '#engine/simulator/sender.ts';
import {
  parseConcurrency,
  parseCount,
  parseHttpUrl,
  parseRate,
  parseRetryDelays,
  parseNatural,
  parseTimeoutMs,
} from './flag-values.ts';

/** The flags of `send` as they come out of the parser. */
export interface SendFlags {
  to: string;
  kind?: string;
  scenario?: string;
  file?: string;
  count?: number;
  rate?: number;
  concurrency: number;
  batch?: number;
  auth: string;
  tokenUrl?: string;
  retry: boolean;
  retryDelays: number[];
  timeout: number;
  shuffle?: number;
  seed?: number;
  ca?: string;
  insecure?: true;
  quiet?: true;
  json?: true;
}

/** Adds the flags of `send`. */
export function addSendFlags(command: Command): void {
  addSourceFlags(command);
  command
    .addOption(
      new Option('--to <url>', 'receiver to send to').argParser(parseHttpUrl).default('http://127.0.0.1:4180/'),
    )
    .option(
      '--auth <spec>',
      'credentials: none, basic:USER:PASSWORD, apikey:KEY, bearer:TOKEN, oauth:CLIENT_ID:CLIENT_SECRET',
      'none',
    )
    .addOption(
      new Option(
        '--token-url <url>',
        'with oauth: where tokens are fetched (default: /oauth/token at the receiver)',
      ).argParser(parseHttpUrl),
    )
    .addOption(new Option('--rate <n/s>', 'calls begun per second').argParser(parseRate))
    .addOption(new Option('--concurrency <n>', 'calls under way at a time').argParser(parseConcurrency).default(1))
    .addOption(new Option('--batch <n>', 'events per call, as a JSON array').argParser(parseCount))
    .addOption(new Option('--retry', 'try again after 500 and time-out, at most four attempts').default(true))
    .option('--no-retry', 'one attempt per event')
    .addOption(
      new Option('--retry-delays <list>', 'milliseconds before each retry')
        .argParser(parseRetryDelays)
        .default([...defaultRetryDelaysMs], defaultRetryDelaysMs.join(',')),
    )
    .addOption(
      new Option('--timeout <ms>', 'how long to wait for an answer')
        .argParser(parseTimeoutMs)
        .default(defaultTimeoutMs, '10s'),
    )
    .option('--ca <file>', 'PEM certificate to trust, for a self-signed receiver')
    .option('--insecure', 'accept any certificate')
    .addOption(new Option('--quiet', 'print the summary alone').conflicts('json'))
    .option('--json', 'print one line of JSON per attempt and one for the summary');
}

function addSourceFlags(command: Command): void {
  const only = ['kind', 'scenario', 'file'];
  const others = (name: string): string[] => only.filter((other) => other !== name);
  command
    .addOption(new Option('--kind <name>', 'events of one kind').choices(simulatedKinds).conflicts(others('kind')))
    .addOption(
      new Option('--scenario <name>', 'a play; mixed where nothing else is asked for')
        .choices(scenarioNames)
        .conflicts(others('scenario')),
    )
    .addOption(new Option('--file <file>', 'events of a file: JSON, a JSON array, or NDJSON').conflicts(others('file')))
    .addOption(
      new Option('--count <n>', 'events of a kind, events of mixed, runs of another scenario or file').argParser(
        parseCount,
      ),
    )
    .addOption(new Option('--seed <n>', 'same seed, same events (default: random)').argParser(parseNatural))
    .addOption(
      new Option('--shuffle <seed>', 'send in a shuffled order; same seed, same order').argParser(parseNatural),
    );
}
