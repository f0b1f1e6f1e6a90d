import { AppError } from '#shared/errors/app-error.ts';
import type { FilterQuery } from '#shared/protocol/query.ts';
import type { Replay } from '#shared/protocol/replay.ts';
import { createAnswerCalls } from './answer-calls.ts';
import type { CallHandlers } from './call-handlers.ts';
import type { EngineOperations } from './engine-operations.ts';
import { createExperimentCalls } from './experiment-calls.ts';
import { createSenderCalls } from './sender-calls.ts';

/** Joins every call of the contract to the one engine operation behind it. */
export function createCallHandlers(parts: EngineOperations): CallHandlers {
  const { pages, details, scans } = parts.store.readers;
  return {
    ...createSenderCalls(parts),
    ...createAnswerCalls(parts),
    ...createExperimentCalls(parts),
    'status.read': () => parts.status(),
    'deliveries.list': async ({ query, signal }) => {
      // The plain list never waits behind somebody's slow filter.
      const reader = query.filter.trim() === '' ? details : pages;
      return { json: await reader.read('page', query, signal) };
    },
    'deliveries.read': async ({ params, query }) => ({ json: await details.read('delivery', { ...params, ...query }) }),
    'requests.read': async ({ params, query }) => ({ json: await details.read('request', { ...params, ...query }) }),
    'requests.body': async ({ params, query }) => ({
      contentType: 'application/octet-stream',
      fileName: `request-${params.id}.bin`,
      content: await parts.store.requestBody(params.id, query),
    }),
    'events.read': async ({ params }) => ({ json: await details.read('chain', params.eventId) }),
    'facets.read': async ({ query, signal }) => ({ json: await scans.read('facets', query, signal) }),
    'histogram.read': async ({ query, signal }) => ({ json: await scans.read('histogram', query, signal) }),
    'values.list': async ({ query }) => ({ json: await details.read('values', query) }),
    'diff.create': async ({ body }) => ({ json: await scans.read('diff', body) }),
    'credentials.list': async () => ({ json: await details.read('credentials', undefined) }),
    'receiver.write': async ({ body }) => {
      await (body.listening ? parts.receiver.start() : parts.receiver.stop());
      return parts.status();
    },
    'tunnel.write': ({ body }) => parts.reach.write(body),
    'replays.create': ({ body }) => parts.replayer.start(body),
    'replays.read': async ({ params }) => known(params.id, parts.replayer.read(params.id)),
    'replays.stop': async ({ params }) => known(params.id, await parts.replayer.stop(params.id)),
    'simulations.create': ({ body }) => parts.simulate(body),
    'export.read': async ({ query }) => {
      const first = await parts.store.exportPage(query, 0);
      return {
        contentType: 'application/x-ndjson',
        fileName: 'deliveries.ndjson',
        content: exportLines(parts, query, first),
      };
    },
  };
}

/** One part in memory at a time; the first was read before the answer began, so that a wrong filter is still an error. */
async function* exportLines(
  { store }: EngineOperations,
  query: FilterQuery,
  first: Awaited<ReturnType<EngineOperations['store']['exportPage']>>,
): AsyncGenerator<string> {
  let page = first;
  for (;;) {
    if (page.lines !== '') yield page.lines;
    if (page.nextAfterId === null) return;
    page = await store.exportPage(query, page.nextAfterId);
  }
}

function known(id: number, replay: Replay | null): Replay {
  if (replay !== null) return replay;
  throw new AppError('REPLAY_NOT_FOUND', `There is no replay ${id} in this run of Hookloupe.`);
}
