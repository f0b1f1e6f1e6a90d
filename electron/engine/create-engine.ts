// The composition root: opens the parts of an engine in the order in which they need each other, and closes them in the reverse.
import { destination, pino, type Logger } from 'pino';
import { AppError } from '#shared/errors/app-error.ts';
import { apiPrefix } from '#shared/protocol/contract.ts';
import type { Status } from '#shared/protocol/status.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { createCallHandlers } from './api/create-call-handlers.ts';
import type { EngineOperations } from './api/engine-operations.ts';
import { createLiveStream, type LiveStream } from './api/live-stream.ts';
import { startControlApi } from './api/start-control-api.ts';
import type { Engine, EngineConfig } from './engine-config.ts';
import { createExperimenter, type Experimenter } from './experiment/create-experimenter.ts';
import { createStatusReader } from './engine-status.ts';
import type { AnswerController } from './answering/answer-controller.ts';
import { openAnswers } from './open-answers.ts';
import { createOwnTraffic, type OwnTraffic } from './own-traffic.ts';
import { createReach, type Reach } from './reach.ts';
import { createReceiverHost, type ReceiverHost } from './receiver-host.ts';
import { createReplayer, type Replayer } from './replay/create-replayer.ts';
import type { ListeningOrigin } from './replay/replay-target.ts';
import type { SenderGate } from './sender-auth/sender-gate.ts';
import { createSenderRequirements } from './sender-requirements.ts';
import { readSecret } from './settings/read-secret.ts';
import { simulate, type SimulateOptions } from './simulator/simulate.ts';
import { openStore, type Store } from './store/open-store.ts';

/** First Node without the header truncation that hides part of a request from us. */
const NODE_FLOOR = [24, 18, 1] as const;

/** Test events go to our own receiver, whose certificate may be self-signed; a hang that is armed there is not waited for long. */
const testSending = { tls: { insecure: true }, timeoutMs: 3_000, retryDelaysMs: [200, 600, 1800] };

/**
 * Starts an engine; resolves once receiver and control API accept connections. Throws `PORT_TAKEN`, `PORT_REFUSED`, `TLS_INVALID`,
 * `CAPTURE_LOCKED`, `CAPTURE_UNUSABLE`, `USAGE_INVALID`, `TUNNEL_TOKEN_MISSING` or `RUNTIME_UNFIT`, with everything closed again.
 */
export async function createEngine(config: EngineConfig): Promise<Engine> {
  assertNode();
  await using opened = new AsyncDisposableStack();
  const engine = await openParts(config, opened);
  const parts = opened.move();
  return { ...engine, close: () => parts.disposeAsync() };
}

async function openParts(config: EngineConfig, opened: AsyncDisposableStack): Promise<Omit<Engine, 'close'>> {
  const { version } = packageJson;
  const log = createLog(config.logLevel);
  const warn = (line: string): void => log.warn(line);
  const own = createOwnTraffic(config, warn);
  opened.defer(() => own.close());
  const sender = await createSenderRequirements(config, { markSecret: own.markSecret, warn });
  opened.defer(() => sender.close());
  const store = await openStore({ captureFile: config.captureFile, version, nowMs: Date.now });
  opened.defer(() => store.close());

  // Before the receiver, so that it closes after it: what was accepted is still answered through the tunnel. Where the receiver
  // listens is asked when the tunnel opens.
  const reach = await createOwnReach(config, () => receiver.state().url, log);
  opened.defer(() => reach.close());

  const armed = await openAnswers({ store, settingsFolder: config.settingsFolder, warn });
  opened.defer(() => armed.close());
  const answers = armed.controller;
  const { gate, provenance } = sender;
  const receiver = createReceiverHost(config, { sink: store, answers, gate, provenance });
  opened.defer(() => receiver.stop());

  let apiPort = config.uiPort;
  const replayer = createOwnReplayer(store, own, () => ownOrigins(config.host, receiver, apiPort));
  opened.defer(() => replayer.close());

  const experimenter = createOwnExperimenter(store, answers, { receiver, reach });
  opened.defer(() => experimenter.close());

  const status = createStatusReader({ version, store, receiver, reach, answers, sender, nowMs: Date.now });
  const live = createOwnLive(store, status, [answers, receiver, reach, replayer, experimenter, sender]);
  opened.defer(() => live.close());

  const closing = new AbortController();
  opened.defer(() => closing.abort());
  const sending = { ...testSending, originSecret: own.markSecret, signal: closing.signal };
  const operations: EngineOperations = {
    store,
    answers: armed.operations,
    receiver,
    reach,
    replayer,
    experimenter,
    status,
    sender,
    simulate: createOwnSimulation(gate, () => receiver.state().url, sending),
  };
  const handlers = createCallHandlers(operations);

  await receiver.start();
  await own.note(receiver.state().url);
  const { rendererFolder, token, uiPort: port } = config;
  const api = await startControlApi({ port, token, version, rendererFolder, handlers, live, log });
  opened.defer(() => api.close());
  apiPort = api.port;
  if (config.tunnel === 'ngrok') await reach.write({ on: true, domain: config.tunnelDomain, remember: false });
  const { captureFile } = store;
  return { receiverUrl: receiver.state().url, ...toApiUrls(api.port, token), token, captureFile };
}

function toApiUrls(port: number, token: string): Pick<Engine, 'uiUrl' | 'apiUrl'> {
  const origin = `http://127.0.0.1:${port}`;
  return { uiUrl: `${origin}/?token=${encodeURIComponent(token)}`, apiUrl: `${origin}${apiPrefix}` };
}

/** Tells of every change of a part, and of rows that are new or changed. */
function createOwnLive(
  store: Store,
  status: () => Promise<Status>,
  parts: readonly { onChange(listener: () => void): unknown }[],
): LiveStream {
  const live = createLiveStream({ status, newest: store.rows, deliveries: () => store.progress().deliveries });
  store.onChange(({ olderChanged }) => live.changed(olderChanged));
  for (const part of parts) part.onChange(() => live.changed(false));
  return live;
}

function createOwnReach(config: EngineConfig, localUrl: () => string, log: Logger): Promise<Reach> {
  return createReach({
    settingsFolder: config.settingsFolder,
    authtoken: config.ngrokAuthtoken,
    env: process.env,
    localUrl,
    log: (line) => log.info(line),
  });
}

/** Test events to our own receiver, with the credentials that it wants. */
function createOwnSimulation(
  gate: Pick<SenderGate, 'ownCredentials'>,
  targetUrl: () => string,
  options: SimulateOptions,
): EngineOperations['simulate'] {
  return async (request) => {
    const { header, note } = await gate.ownCredentials();
    const simulation = await simulate(request, targetUrl(), header, options);
    return note === null ? simulation : { ...simulation, note };
  };
}

/** An experiment says what did not come, so it ends when nothing can come. */
function createOwnExperimenter(
  store: Store,
  answers: AnswerController,
  { receiver, reach }: { receiver: ReceiverHost; reach: Reach },
): Experimenter {
  const experimenter = createExperimenter({ store, answers, now: Date.now, monotonic: () => performance.now() });
  receiver.onChange(() => {
    if (receiver.state().state === 'stopped') experimenter.interrupt('the receiver was stopped');
  });
  reach.onChange(() => {
    const { state } = reach.status();
    if (state === 'down' || state === 'failed') experimenter.interrupt('the tunnel went down');
  });
  return experimenter;
}

function createOwnReplayer(store: Store, own: OwnTraffic, refusedOrigins: () => ListeningOrigin[]): Replayer {
  return createReplayer({
    store,
    refusedOrigins,
    now: Date.now,
    monotonic: () => performance.now(),
    ownMarks: own.replayMarks,
    readSecret,
  });
}

/** Where we listen ourselves: a replay must not come back. */
function ownOrigins(host: string, receiver: ReceiverHost, apiPort: number): ListeningOrigin[] {
  const { url } = receiver.state();
  const api = { host: '127.0.0.1', port: apiPort };
  return url === '' ? [api] : [api, { host, port: Number(new URL(url).port) }];
}

/** Standard error, one JSON line each: standard output belongs to `--json`. Payloads and credentials are never logged. */
function createLog(level: string): Logger {
  return pino({ level, base: null }, destination({ dest: 2, sync: true }));
}

function assertNode(): void {
  const parts = process.versions.node.split('.').map(Number);
  const at = NODE_FLOOR.findIndex((floor, i) => parts[i] !== floor);
  if (at === -1 || (parts[at] ?? 0) > (NODE_FLOOR[at] ?? 0)) return;
  throw new AppError(
    'RUNTIME_UNFIT',
    `Node ${process.versions.node} is too old for Hookloupe; it needs ${NODE_FLOOR.join('.')} or newer.`,
  );
}
