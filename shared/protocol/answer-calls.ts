// Calls around the armed answer: what it would have done, programs with a name, requests that are held.
import { z } from 'zod';
import { answerDeciders, answerProgramSchema } from '../answer/answer.ts';
import { none, noParams, type CallShape } from './call-shape.ts';
import { isoTimeSchema } from './delivery.ts';
import { filterQuerySchema } from './query.ts';
import { answerStateSchema } from './status.ts';

/** Body of `POST /answer/preview`: the program, and the stored requests it is tried on, the newest `limit` of them. */
export const answerPreviewRequestSchema = filterQuerySchema.extend({
  program: answerProgramSchema,
  limit: z.int().min(1).max(10_000).default(1000),
});
export type AnswerPreviewRequest = z.infer<typeof answerPreviewRequestSchema>;

/** What a program would have answered, from its first request on, in order of arrival. Authentication is left as it was. */
export const answerPreviewSchema = z.object({
  requests: z.int(),
  /** '200', '500', 'timeout', 'reset', … → requests. */
  byAnswer: z.record(z.string(), z.int()),
  /** Requests whose answer would have been another than it was, newest first, at most 100. */
  changed: z.array(
    z.object({
      requestId: z.int(),
      deliveryId: z.int(),
      receivedAt: isoTimeSchema,
      eventName: z.string().nullable(),
      attempt: z.int(),
      was: z.string(),
      wouldBe: z.string(),
      decidedBy: z.enum(answerDeciders),
      detail: z.string().nullable(),
    }),
  ),
});
export type AnswerPreview = z.infer<typeof answerPreviewSchema>;

const programNameSchema = z.string().trim().min(1).max(80);
/** A program that was saved under a name. Its JSON is also the form of import and export. */
export const namedProgramSchema = z.strictObject({ name: programNameSchema, program: answerProgramSchema });
export type NamedProgram = z.infer<typeof namedProgramSchema>;
export const namedProgramsSchema = z.object({ items: z.array(namedProgramSchema) });

/** Requests that are held without an answer right now, oldest first, at most 500. */
export const heldRequestsSchema = z.object({
  total: z.int(),
  items: z.array(
    z.object({
      requestId: z.int(),
      since: isoTimeSchema,
      /** When it is let go without anybody's doing; null: when the sender hangs up. */
      until: isoTimeSchema.nullable(),
      /** Of its first envelope; null where none was read. */
      eventName: z.string().nullable(),
      eventId: z.string().nullable(),
    }),
  ),
});
export type HeldRequests = z.infer<typeof heldRequestsSchema>;

/** Body of `POST /answer/release`: which held requests (all, unless ids are given), and with what. */
export const releaseRequestSchema = z.strictObject({
  requestIds: z.array(z.int().min(1)).max(10_000).optional(),
  with: z.union([z.strictObject({ status: z.int().min(200).max(599) }), z.literal('drop')]),
});
export type ReleaseRequest = z.infer<typeof releaseRequestSchema>;
export const releasedSchema = z.object({ released: z.int() });

const nameParams = z.strictObject({ name: programNameSchema });

export const answerCalls = {
  'answer.read': {
    method: 'GET',
    path: '/answer',
    summary: 'The armed answer',
    params: noParams,
    query: noParams,
    body: none,
    output: answerStateSchema,
  },
  'answer.write': {
    method: 'PUT',
    path: '/answer',
    summary: 'Arm or disarm an answer',
    params: noParams,
    query: noParams,
    body: answerProgramSchema,
    output: answerStateSchema,
  },
  'answer.preview': {
    method: 'POST',
    path: '/answer/preview',
    summary: 'What a program would have answered to stored requests',
    params: noParams,
    query: noParams,
    body: answerPreviewRequestSchema,
    output: answerPreviewSchema,
  },
  'answer.held': {
    method: 'GET',
    path: '/answer/held',
    summary: 'Requests held without an answer right now',
    params: noParams,
    query: noParams,
    body: none,
    output: heldRequestsSchema,
  },
  'answer.release': {
    method: 'POST',
    path: '/answer/release',
    summary: 'Let held requests go, with a status or by dropping the connection',
    params: noParams,
    query: noParams,
    body: releaseRequestSchema,
    output: releasedSchema,
  },
  'programs.list': {
    method: 'GET',
    path: '/programs',
    summary: 'Answer programs saved under a name',
    params: noParams,
    query: noParams,
    body: none,
    output: namedProgramsSchema,
  },
  'programs.write': {
    method: 'PUT',
    path: '/programs/:name',
    summary: 'Save an answer program under a name; it is not armed by that',
    params: nameParams,
    query: noParams,
    body: answerProgramSchema,
    output: namedProgramsSchema,
  },
  'programs.remove': {
    method: 'DELETE',
    path: '/programs/:name',
    summary: 'Forget a saved answer program',
    params: nameParams,
    query: noParams,
    body: none,
    output: namedProgramsSchema,
  },
} as const satisfies Record<string, CallShape>;
