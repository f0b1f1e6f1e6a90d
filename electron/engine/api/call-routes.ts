import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '#shared/errors/app-error.ts';
import { apiPrefix, contract, type CallName } from '#shared/protocol/contract.ts';
import type { CallHandlers, JsonBytes, RawAnswer } from './call-handlers.ts';

/** Serves every call of the contract: validate, call one engine operation, hand over its answer. */
export function addCallRoutes(server: FastifyInstance, handlers: CallHandlers): void {
  for (const name of Object.keys(contract) as CallName[]) {
    const { method, path } = contract[name];
    server.route({
      method,
      url: `${apiPrefix}${path}`,
      exposeHeadRoute: false,
      handler: async (request, reply) => answer(reply, await call(handlers, name, request, goneSignal(reply))),
    });
  }
}

async function call(
  handlers: CallHandlers,
  name: CallName,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const { params, query, body } = contract[name];
  const args = {
    params: validate('path', params, request.params),
    query: validate('query', query, request.query),
    body: validate('body', body, request.body ?? undefined),
    signal,
  };
  // The three parts were validated against this very call's schemas.
  return (handlers[name] as (args: unknown) => Promise<unknown>)(args);
}

/** Aborted when the connection closes before the answer was written. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function validate(place: string, schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = [place, ...(issue?.path.map(String) ?? [])].join('.');
  throw new AppError('REQUEST_INVALID', `${where}: ${issue?.message ?? 'does not fit the contract'}`, {
    details: { issues: result.error.issues },
  });
}

function answer(reply: FastifyReply, result: unknown): FastifyReply {
  if (isJsonBytes(result)) return reply.type('application/json; charset=utf-8').send(toBuffer(result.json));
  if (!isRawAnswer(result)) return reply.send(result);
  // A stranger's bytes: never shown in place, never run.
  void reply
    .type(result.contentType)
    .header('content-disposition', `attachment; filename="${result.fileName}"`)
    .header('content-security-policy', "sandbox; default-src 'none'");
  return reply.send(
    result.content instanceof Uint8Array
      ? toBuffer(result.content)
      : Readable.from(result.content, { objectMode: false }),
  );
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function isJsonBytes(result: unknown): result is JsonBytes {
  return typeof result === 'object' && result !== null && 'json' in result && result.json instanceof Uint8Array;
}

function isRawAnswer(result: unknown): result is RawAnswer {
  return typeof result === 'object' && result !== null && 'contentType' in result;
}
