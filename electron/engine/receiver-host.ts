// Starts and stops the receiver and says truthfully whether it receives: only after a request of our own has come back from it.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { Agent, request } from 'undici';
import { AppError } from '#shared/errors/app-error.ts';
import type { Status } from '#shared/protocol/status.ts';
import type { EngineConfig } from './engine-config.ts';
import { createReceiver, selfTestHeader, type Receiver, type ReceiverOptions } from './receiver/create-receiver.ts';
import type { ReceiverCounters } from './receiver/receiver-counters.ts';

/** State and address of the receiver, for `GET /status`. */
export type ReceiverState = Pick<Status['receiver'], 'state' | 'url' | 'message' | 'tls'>;

export interface ReceiverHost {
  /** Listens; does nothing while it does already. Throws `PORT_TAKEN`, `PORT_REFUSED` or `TLS_INVALID`. */
  start(): Promise<void>;
  /** Finishes what was accepted and stops listening. */
  stop(): Promise<void>;
  state(): ReceiverState;
  counters(): ReceiverCounters & { inFlight: number };
  onChange(listener: () => void): void;
}

const SELF_TEST_LIMIT_MS = 5_000;
const noCounters: ReceiverCounters = { received: 0, perMinute: 0, malformed: 0, incomplete: 0, unstored: 0 };

export function createReceiverHost(
  config: Pick<EngineConfig, 'host' | 'port' | 'tls' | 'bodyLimitBytes'>,
  ports: Pick<ReceiverOptions, 'sink' | 'answers' | 'gate' | 'provenance'>,
): ReceiverHost {
  const listeners: (() => void)[] = [];
  const selfTestSecret = randomBytes(16).toString('hex');
  let receiver: Receiver | null = null;
  let state: ReceiverState = { state: 'stopped', url: '', message: null, tls: config.tls !== null };
  // The port that was really taken, so that a stop and a start keep the address.
  let port = config.port;

  const show = (next: Partial<ReceiverState>): void => {
    state = { ...state, message: null, ...next };
    for (const tell of listeners) tell();
  };
  const listen = async (): Promise<Receiver> => {
    const tls = config.tls === null ? null : await readTls(config.tls);
    const limits = { maxBodyBytes: config.bodyLimitBytes };
    return createReceiver({ ...ports, host: config.host, port, tls, limits, selfTestSecret });
  };

  const start = async (): Promise<void> => {
    if (receiver !== null) return;
    show({ state: 'starting' });
    try {
      receiver = await listen();
    } catch (error) {
      show({ state: 'error', message: error instanceof Error ? error.message : String(error) });
      throw error;
    }
    port = receiver.port;
    const problem = await testReceiver(receiver.url, selfTestSecret);
    show({ state: problem === null ? 'receiving' : 'error', url: receiver.url, message: problem });
  };
  const stop = async (): Promise<void> => {
    const stopping = receiver;
    receiver = null;
    await stopping?.close();
    show({ state: 'stopped' });
  };

  // One after the other: a start that came while a stop still holds the port would find it taken.
  let last: Promise<void> = Promise.resolve();
  const inTurn = (step: () => Promise<void>) => (): Promise<void> => {
    const turn = last.then(step);
    last = turn.catch(() => undefined); // whoever asked is told; the next one starts afresh
    return turn;
  };

  return {
    start: inTurn(start),
    stop: inTurn(stop),
    state: () => state,
    counters: () => ({ ...(receiver?.counters() ?? noCounters), inFlight: receiver?.inFlight() ?? 0 }),
    onChange: (listener) => void listeners.push(listener),
  };
}

async function readTls(files: NonNullable<EngineConfig['tls']>): Promise<{ certPem: string; keyPem: string }> {
  const read = async (file: string, flag: string): Promise<string> => {
    try {
      return await fs.readFile(file, 'utf8');
    } catch (cause) {
      throw new AppError('TLS_INVALID', `${file} cannot be read. Give a PEM file with ${flag}.`, { cause });
    }
  };
  return { certPem: await read(files.certFile, '--tls-cert'), keyPem: await read(files.keyFile, '--tls-key') };
}

/** Null when the receiver answers; else what is wrong. The request is recognised by its secret and leaves no record. */
async function testReceiver(url: string, secret: string): Promise<string | null> {
  // Whether the certificate is one that others trust is not what is asked here.
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: { [selfTestHeader]: secret },
      headersTimeout: SELF_TEST_LIMIT_MS,
    });
    await body.dump();
    return statusCode === 204 ? null : `Something else answers at ${url} (status ${statusCode}).`;
  } catch (error) {
    return `The receiver does not answer at ${url} (${error instanceof Error ? error.message : String(error)}).`;
  } finally {
    await agent.close();
  }
}
