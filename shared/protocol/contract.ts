// The one contract on the wire: every call of the control API with the schemas of what goes in and what comes out.
// The Fastify routes, the OpenAPI document, the command line's client and the renderer's client all derive from this table.
import { z } from 'zod';
import { answerCalls } from './answer-calls.ts';
import { idParams, none, noParams, revealQuery, type CallShape } from './call-shape.ts';
import { chainSchema, deliveryDetailSchema, requestRecordSchema } from './delivery.ts';
import { diffRequestSchema, diffSchema } from './diff.ts';
import { experimentCalls } from './experiment.ts';
import {
  bodyQuerySchema,
  deliveryPageSchema,
  deliveryQuerySchema,
  facetsSchema,
  filterQuerySchema,
  histogramSchema,
  valueSuggestionsSchema,
} from './query.ts';
import { replayRequestSchema, replaySchema } from './replay.ts';
import { senderCalls } from './sender.ts';
import { simulationRequestSchema, simulationSchema } from './simulation.ts';
import { statusSchema, tunnelStatusSchema } from './status.ts';

export const contract = {
  'status.read': {
    method: 'GET',
    path: '/status',
    summary: 'Receiver, tunnel, store, armed answer, counters',
    params: noParams,
    query: noParams,
    body: none,
    output: statusSchema,
  },
  'deliveries.list': {
    method: 'GET',
    path: '/deliveries',
    summary: 'A page of deliveries that match a filter',
    params: noParams,
    query: deliveryQuerySchema,
    body: none,
    output: deliveryPageSchema,
  },
  'deliveries.read': {
    method: 'GET',
    path: '/deliveries/:id',
    summary: 'One delivery: envelope, decoded fields with their documentation, request, chain, stories',
    params: idParams,
    query: revealQuery,
    body: none,
    output: deliveryDetailSchema,
  },
  'requests.read': {
    method: 'GET',
    path: '/requests/:id',
    summary: 'One request as it was received, and what it was answered',
    params: idParams,
    query: revealQuery,
    body: none,
    output: requestRecordSchema,
  },
  'requests.body': {
    method: 'GET',
    path: '/requests/:id/body',
    summary: 'The exact body bytes as received; or decoded, or the first of them',
    params: idParams,
    query: bodyQuerySchema,
    body: none,
    output: null,
  },
  'events.read': {
    method: 'GET',
    path: '/events/:eventId',
    summary: 'The chain: every delivery of one event_id',
    params: z.strictObject({ eventId: z.string().min(1).max(1000) }),
    query: noParams,
    body: none,
    output: chainSchema,
  },
  'facets.read': {
    method: 'GET',
    path: '/facets',
    summary: 'Counts per view, kind, answer, environment, authentication and origin',
    params: noParams,
    query: filterQuerySchema,
    body: none,
    output: facetsSchema,
  },
  'histogram.read': {
    method: 'GET',
    path: '/histogram',
    summary: 'Arrivals over time',
    params: noParams,
    query: filterQuerySchema.extend({
      buckets: z.coerce.number<string | number>().int().min(1).max(1000).default(150),
    }),
    body: none,
    output: histogramSchema,
  },
  'values.list': {
    method: 'GET',
    path: '/values',
    summary: 'Values seen for a filter key, most frequent first',
    params: noParams,
    query: z.object({ key: z.string().max(200), prefix: z.string().max(200).default('') }),
    body: none,
    output: valueSuggestionsSchema,
  },
  'diff.create': {
    method: 'POST',
    path: '/diff',
    summary: 'Structural difference of two deliveries',
    params: noParams,
    query: noParams,
    body: diffRequestSchema,
    output: diffSchema,
  },
  ...answerCalls,
  ...senderCalls,
  'receiver.write': {
    method: 'PUT',
    path: '/receiver',
    summary: 'Start or stop receiving',
    params: noParams,
    query: noParams,
    body: z.strictObject({ listening: z.boolean() }),
    output: statusSchema,
  },
  'tunnel.write': {
    method: 'PUT',
    path: '/tunnel',
    summary: 'Open or close the tunnel; the token is write-only',
    params: noParams,
    query: noParams,
    body: z.strictObject({
      on: z.boolean(),
      authtoken: z.string().max(1000).optional(),
      domain: z.string().max(253).optional(),
      /** Keep token and domain in the settings file (mode 0600) for the next start. */
      remember: z.boolean().default(false),
    }),
    output: tunnelStatusSchema,
  },
  'replays.create': {
    method: 'POST',
    path: '/replays',
    summary: 'Send captured deliveries to a real receiver',
    params: noParams,
    query: noParams,
    body: replayRequestSchema,
    output: replaySchema,
  },
  'replays.read': {
    method: 'GET',
    path: '/replays/:id',
    summary: 'Progress and first 100 shots of a replay',
    params: idParams,
    query: noParams,
    body: none,
    output: replaySchema,
  },
  'replays.stop': {
    method: 'DELETE',
    path: '/replays/:id',
    summary: 'Stop a replay; shots under way are finished or cut within a second',
    params: idParams,
    query: noParams,
    body: none,
    output: replaySchema,
  },
  ...experimentCalls,
  'simulations.create': {
    method: 'POST',
    path: '/simulations',
    summary: 'Send test events to our own receiver, marked as own traffic',
    params: noParams,
    query: noParams,
    body: simulationRequestSchema,
    output: simulationSchema,
  },
  'export.read': {
    method: 'GET',
    path: '/export',
    summary: 'Deliveries that match a filter, streamed as NDJSON',
    params: noParams,
    query: filterQuerySchema.extend({ format: z.enum(['ndjson']).default('ndjson') }),
    body: none,
    output: null,
  },
} as const satisfies Record<string, CallShape>;

export type Contract = typeof contract;
export type CallName = keyof Contract;
export type CallParams<N extends CallName> = z.input<Contract[N]['params']>;
export type CallQuery<N extends CallName> = z.input<Contract[N]['query']>;
export type CallBody<N extends CallName> = z.input<Contract[N]['body']>;
/** What a JSON call gives; null for calls that answer bytes or a stream. */
export type CallOutput<N extends CallName> = Contract[N]['output'] extends z.ZodType
  ? z.output<Contract[N]['output']>
  : null;

/** Prefix of every call; part of the public contract. */
export const apiPrefix = '/api/v1';
