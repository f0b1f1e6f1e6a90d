// A stand-in for the engine, for looking at the page: the control API over generated rows, the built renderer, and the policy it is
// served under. `node test/support/fake-engine/fake-engine.ts [rows] [rows per second] [port]`
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { WebSocketServer } from 'ws';
import { answerProgramSchema, type AnswerProgram } from '#shared/answer/answer.ts';
import { deliveryQuerySchema, type ValueSuggestions } from '#shared/protocol/query.ts';
import type { LiveMessage, Status } from '#shared/protocol/status.ts';
import { createFakeStore } from './fake-store.ts';
import { toFakeDetail, toFakeRequest } from './fake-detail.ts';
import { createFakeSender } from './fake-sender.ts';

const [rowsText = '412806', perSecondText = '48', portText = '4199', directory = 'dist/renderer'] =
  process.argv.slice(2);
const perSecond = Number(perSecondText);
const port = Number(portText);
const root = path.resolve(directory);
const store = createFakeStore(Number(rowsText), Date.now() - Number(rowsText) * 343);

const sender = createFakeSender(Date.now());
let program: AnswerProgram = answerProgramSchema.parse({});
let armedAt: string | null = null;
let tunnel: Status['tunnel'] = {
  state: 'off',
  url: null,
  message: null,
  since: new Date().toISOString(),
  hasToken: false,
};
let listening = true;
/** Production is heard once, when the page opens. */
const productionAt = new Date().toISOString();
let version = 1;

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  `connect-src 'self' ws://127.0.0.1:${port}`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

function toStatus(): Status {
  const { auth, allowList } = sender.read();
  const limit = program.limit !== null && 'requests' in program.limit ? program.limit.requests : null;
  return {
    version: '0.1.0',
    receiver: {
      state: listening ? 'receiving' : 'stopped',
      url: 'http://127.0.0.1:4180/',
      publicUrl: tunnel.url ?? 'https://hooks.acme.test:8443/push',
      message: null,
      tls: true,
      auth: { type: auth.type, mode: auth.mode, message: auth.message },
      allowList: { mode: allowList.mode },
      lastProductionAt: productionAt,
    },
    tunnel,
    store: {
      state: 'ok',
      message: null,
      captureFile: 'captures/staging.db',
      requests: store.count,
      deliveries: store.count,
      pending: 0,
      sizeBytes: store.count * 4600,
      oldestAt: store.count === 0 ? null : store.row(0).receivedAt,
    },
    answer: {
      ...program,
      remaining: limit === null ? null : Math.max(1, limit - 2),
      armedAt,
      after: null,
      ruleStates: program.rules.map(() => ({ answered: 0, remaining: null })),
      rescued: 0,
      held: 0,
    },
    counters: { perMinute: perSecond * 60, received: store.count, inFlight: 0 },
  };
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
};

function toValues(key: string, prefix: string): ValueSuggestions {
  const counts = Object.entries(key === 'event' ? store.facets().kinds : {});
  const values = counts
    .filter(([value]) => value !== '' && value.startsWith(prefix))
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count);
  return { key, values };
}

async function answerCall(request: IncomingMessage, url: URL): Promise<unknown> {
  const call = `${request.method ?? ''} ${url.pathname.slice('/api/v1'.length)}`;
  const detail = /^GET \/deliveries\/(\d+)$/.exec(call);
  if (detail) return toFakeDetail(store.row(Number(detail[1]) - 1));
  if (call === 'GET /deliveries') return store.list(deliveryQuerySchema.parse(Object.fromEntries(url.searchParams)));
  const requested = /^GET \/requests\/(\d+)$/.exec(call);
  if (requested) return toFakeRequest(store.row(Number(requested[1]) - 1), url.searchParams.has('reveal'));
  if (call === 'GET /sender') return sender.read();
  if (call === 'GET /credentials') return sender.credentials();
  if (call === 'GET /status') return toStatus();
  if (call === 'GET /facets') return store.facets();
  if (call === 'GET /histogram') return store.histogram(Number(url.searchParams.get('buckets') ?? 150));
  if (call === 'GET /values') return toValues(url.searchParams.get('key') ?? '', url.searchParams.get('prefix') ?? '');
  const body = await readBody(request);
  if (call === 'PUT /answer') {
    program = answerProgramSchema.parse(body);
    armedAt = program.override ? new Date().toISOString() : null;
    return toStatus().answer;
  }
  if (call === 'PUT /sender') return sender.write(body);
  if (call === 'PUT /receiver') {
    listening = (body as { listening: boolean }).listening;
    return toStatus();
  }
  if (call === 'PUT /tunnel') {
    const { on } = body as { on: boolean };
    const url = on ? 'https://brisk-heron.ngrok.app/' : null;
    tunnel = { state: on ? 'up' : 'off', url, message: null, since: new Date().toISOString(), hasToken: true };
    return tunnel;
  }
  if (call === 'POST /simulations') {
    store.count += 21;
    return { sent: 21, byStatus: { '200': 21 } };
  }
  return undefined;
}

function serveFile(pathname: string, response: ServerResponse): void {
  const file = path.join(root, pathname === '/' ? 'index.html' : pathname);
  if (!file.startsWith(root) || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  const type = contentTypes[path.extname(file)] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type, 'content-security-policy': policy, 'cache-control': 'no-store' });
  createReadStream(file).pipe(response);
}

/** The envelope of the detail stands for every body. */
function serveBody(id: number, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  response.end(toFakeDetail(store.row(id - 1)).envelopeText ?? '');
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
  if (!url.pathname.startsWith('/api/v1')) return serveFile(url.pathname, response);
  const body = /^\/api\/v1\/requests\/(\d+)\/body$/.exec(url.pathname);
  if (body) return serveBody(Number(body[1]), response);
  const answer = await answerCall(request, url);
  const isKnown = answer !== undefined;
  response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(
      answer ?? { code: 'ROUTE_NOT_FOUND', message: 'The stand-in does not play this call.', details: null },
    ),
  );
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 'INTERNAL', message: String(error), details: null }));
  });
});
const live = new WebSocketServer({ server, path: '/api/v1/live', handleProtocols: () => 'hookloupe' });
live.on('connection', (socket) => {
  socket.send(JSON.stringify({ type: 'hello', status: toStatus(), version } satisfies LiveMessage));
});
setInterval(() => {
  const more = listening ? Math.round(perSecond / 5) : 0;
  const before = store.count;
  store.count += more;
  version += 1;
  const shown = Math.min(more, 50);
  const newest = Array.from({ length: shown }, (_, i) => store.row(before + more - shown + i));
  const message: LiveMessage = { type: 'changed', status: toStatus(), version, newest, olderChanged: false };
  for (const socket of live.clients) socket.send(JSON.stringify(message));
}, 200);
server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/?token=fake`));
