// The control API's server: pages, calls and the live stream on one loopback port. Thin: it checks who asks, validates, calls one
// engine operation and maps errors.
import fastifyWebsocket from '@fastify/websocket';
import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '#shared/errors/app-error.ts';
import { apiPrefix } from '#shared/protocol/contract.ts';
import { toListenError } from '../listening/listen-error.ts';
import { createAccessGuard, type AccessGuard } from './access-guard.ts';
import type { CallHandlers } from './call-handlers.ts';
import { addCallRoutes } from './call-routes.ts';
import type { LiveStream } from './live-stream.ts';
import { createOpenApi } from './openapi.ts';
import { addPages, isPageRoute, securityHeaders } from './pages.ts';

export interface ControlApi {
  port: number;
  close(): Promise<void>;
}

export interface ControlApiOptions {
  port: number;
  token: string;
  version: string;
  /** Folder of the built renderer; null serves the API alone. */
  rendererFolder: string | null;
  handlers: CallHandlers;
  live: LiveStream;
  log: Logger;
}

/** An edited body of a replay is the largest thing a window sends. */
const BODY_LIMIT = 110_000_000;
const HOST = '127.0.0.1';

/** Listens on loopback only. Throws `PORT_TAKEN` or `PORT_REFUSED`. */
export async function startControlApi(options: ControlApiOptions): Promise<ControlApi> {
  const server = fastify({
    // An event_id of 1,000 characters takes nine bytes for each of the longest.
    routerOptions: { maxParamLength: 10_000 },
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // What is not even a request gets no answer.
    clientErrorHandler: (_error, socket) => socket.destroy(),
    frameworkErrors: answerFrameworkError,
  });
  let port = options.port;
  const guard = createAccessGuard(options.token, () => port);
  addErrorAnswers(server, options.log);
  addGuard(server, guard);
  await server.register(fastifyWebsocket, {
    options: { maxPayload: 1024, handleProtocols: (offered) => (offered.has('hookloupe') ? 'hookloupe' : false) },
  });
  server.get(`${apiPrefix}/live`, { websocket: true }, (socket) => void options.live.add(socket));
  const openApi = createOpenApi(options.version);
  server.get(`${apiPrefix}/openapi.json`, async () => openApi);
  addCallRoutes(server, options.handlers);
  if (options.rendererFolder !== null) await addPages(server, options.rendererFolder);
  try {
    await server.listen({ host: HOST, port: options.port });
  } catch (cause) {
    throw toListenError(cause, { host: HOST, port: options.port, flag: '--ui-port' });
  }
  const address = server.server.address();
  if (address !== null && typeof address === 'object') port = address.port;
  return { port, close: () => server.close() };
}

/** A path that cannot be routed at all, in the form of every other refusal. Fastify's own words would repeat the whole path. */
function answerFrameworkError(cause: FastifyError, _request: unknown, reply: FastifyReply): void {
  const message = 'The path cannot be read: mend its percent-encoding, or shorten it.';
  const appError = new AppError('REQUEST_INVALID', message, { cause });
  void reply.headers(securityHeaders).status(appError.status).send(appError.toBody());
}

function isUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}

function addGuard(server: FastifyInstance, guard: AccessGuard): void {
  server.addHook('onRequest', async (request, reply) => {
    void reply.headers(securityHeaders);
    guard.checkSource(request.raw);
    // By the route that was found, never by how the path was spelled. Only the pages themselves are open: they hold no data.
    const isPage = isPageRoute(request.routeOptions.url) && !isUpgrade(request.raw);
    if (!isPage) guard.checkToken(request.raw);
  });
}

function addErrorAnswers(server: FastifyInstance, log: Logger): void {
  server.setNotFoundHandler(() => {
    throw new AppError('ROUTE_NOT_FOUND', `The control API has no such call; see ${apiPrefix}/openapi.json.`);
  });
  server.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const appError = toAppError(error);
    // A refused upgrade has left the server's own book-keeping: nobody else would close its socket.
    if (isUpgrade(request.raw)) {
      reply.raw.once('finish', () => request.raw.socket.destroySoon());
      void reply.header('connection', 'close');
    }
    if (appError.code === 'INTERNAL') log.error({ err: error }, 'a call of the control API failed');
    return reply.status(appError.status).send(appError.toBody());
  });
}

/** Fastify's own refusals (broken JSON, wrong content type) are the caller's mistakes; anything else is a bug of ours. */
function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new AppError('REQUEST_INVALID', error.message, { cause: error });
  }
  return new AppError('INTERNAL', 'Hookloupe made a mistake; its log has the details.', { cause: error });
}
