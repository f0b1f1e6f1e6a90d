// The one table of filter keys. Parser, completion and docs/filter.md derive from it; a test holds the document equal.
// Keys whose data is not recorded yet stay out: they are refused by name instead of matching nothing.
import { problemCodes } from '../envelope/problem-codes.ts';
import { authVerdicts, environments, origins, type StoryEntity } from '../protocol/delivery.ts';
import { catalogue, kindCategory } from '../spec/catalogue.ts';
import type { KindCategory } from '../spec/kind-spec.ts';

/** What the values of a key are, and with that which operators it takes. */
export type FilterValueType =
  'text' | 'id' | 'choice' | 'number' | 'duration' | 'size' | 'time' | 'status' | 'path' | 'field';

/** One fixed value of a key. */
export interface FilterChoice {
  readonly value: string;
  readonly doc: string;
}

/** One key of the language. */
export interface FilterKey {
  readonly name: string;
  /** Other spellings; printed as `name`. */
  readonly aliases: readonly string[];
  readonly valueType: FilterValueType;
  /** One line. */
  readonly doc: string;
  readonly examples: readonly string[];
  /** Every value a `choice` takes, or well-known values of another type. */
  readonly choices: readonly FilterChoice[];
}

/** Letter codes of the categories of kinds (spec, Events), as the list shows them. */
export const kindCodes = ['sms', 'feed', 'conn', 'form', 'text', '2way', 'unknown'] as const;
export type KindCode = (typeof kindCodes)[number];

const codeByCategory: Readonly<Record<KindCategory, KindCode>> = {
  notification: 'sms',
  message: 'feed',
  connection: 'conn',
  form: 'form',
  text: 'text',
  twoway: '2way',
  unknown: 'unknown',
};

/** The code that `kind:` compares with, for an event_name; null and names of no category are `unknown`. */
export function toKindCode(eventName: string | null): KindCode {
  return codeByCategory[kindCategory(eventName)];
}

/** States a delivery can be asked for with `is:`. */
export const stateFlags = [
  'retry',
  'early',
  'late',
  'unparsed',
  'batch',
  'dup',
  'late-ack',
  'changed-body',
  'beyond-limit',
  'gave-up',
  'latest',
  'held',
  'rescued',
  'blocked',
  'replay',
  'simulator',
  'self-test',
  'platform',
] as const;
export type StateFlag = (typeof stateFlags)[number];

/** Words of `is:` and `has:` that the interface plans and no stored data answers yet. */
export const unavailableFlags: readonly string[] = ['orphan', 'awaiting', 'pinned', 'marked', 'note'];

const kindDocs: Readonly<Record<KindCode, string>> = {
  sms: 'notification.*',
  feed: 'message.*',
  conn: 'account.*, channel_consent.*, notification_channel.*',
  form: 'powerups_data.*',
  text: 'text_message.*',
  '2way': 'twoway.*, twoway_webhook.*',
  unknown: 'any other name, or none',
};
const stateDocs: Readonly<Record<StateFlag, string>> = {
  retry: 'a later try of the same event',
  early: 'came before a delivery of its story with an older event_ts',
  late: 'came after a delivery of its story with a newer event_ts',
  unparsed: 'no envelope could be found',
  batch: 'one of several envelopes of one request',
  dup: 'came although an earlier try had been accepted',
  'late-ack': 'answered 200 when the sender had already gone',
  'changed-body': 'other bytes than the try before',
  'beyond-limit': 'one more try than the specification allows',
  'gave-up': 'last try of an event that the sender gave up',
  latest: 'no later try of the same event',
  held: 'held without an answer',
  rescued: 'last try, answered 200 instead of what was armed',
  blocked: 'from an address that is not on the allow-list',
  replay: 'sent by a replay',
  simulator: 'sent by the simulator',
  'self-test': 'sent by the self-test',
  platform: 'not sent by ourselves',
};

const choices = (values: readonly string[], docs: Readonly<Partial<Record<string, string>>> = {}): FilterChoice[] =>
  values.map((value) => ({ value, doc: docs[value] ?? '' }));

const key = <N extends string>(
  name: N,
  valueType: FilterValueType,
  doc: string,
  rest: Partial<FilterKey>,
): FilterKey & { name: N } => ({ aliases: [], examples: [], choices: [], ...rest, name, valueType, doc });

const plainKeys = [
  key('event', 'text', 'Name of the event (event_name)', {
    aliases: ['event_name'],
    examples: ['event:notification.*', 'event:message.delivered'],
  }),
  key('kind', 'choice', 'Category of the event, by its letter code', {
    examples: ['kind:sms,feed'],
    choices: choices(kindCodes, kindDocs),
  }),
  key('status', 'status', 'What the request was answered: a status, timeout or reset', {
    examples: ['status:500,timeout', 'status:400..499', 'status:>=400'],
    choices: [
      { value: '200', doc: 'accepted' },
      { value: '401', doc: 'rejected credentials' },
      { value: '500', doc: 'receiver down' },
      { value: 'timeout', doc: 'held without an answer' },
      { value: 'reset', doc: 'connection reset' },
    ],
  }),
  key('try', 'number', 'Ordinal of the delivery among those of its event, from 1', {
    aliases: ['attempt'],
    examples: ['try:>=2', 'try:4'],
  }),
  key('is', 'choice', 'A state of the delivery', {
    examples: ['is:retry', 'is:early', 'is:unparsed'],
    choices: choices(stateFlags, stateDocs),
  }),
  key('has', 'path', 'The envelope has this field, null included', { examples: ['has:payload.launched_by.lb-name'] }),
  key('lag', 'duration', 'Received minus event_ts; negative when the clocks disagree', {
    examples: ['lag:>5s', 'lag:<0'],
  }),
  key('took', 'duration', 'From receipt to the answer, or to the hang-up', { examples: ['took:>250ms'] }),
  key('size', 'size', 'Bytes of the request body; kB is 1000, KiB is 1024', { examples: ['size:>1MB', 'size:<2kB'] }),
  key('received', 'time', 'When the request arrived', {
    examples: ['received:10m', 'received:>=09:00', 'received:2026-11-20'],
    choices: [
      { value: '10m', doc: 'the last 10 minutes' },
      { value: '1h', doc: 'the last hour' },
      { value: 'today', doc: 'since midnight' },
      { value: 'yesterday', doc: 'the day before' },
    ],
  }),
  key('event_ts', 'time', 'When the event occurred (event_ts)', { examples: ['event_ts:2026-11-20..2026-11-21Z'] }),
  key('env', 'choice', 'Sending environment, by source address', {
    aliases: ['environment'],
    examples: ['env:production'],
    choices: choices(environments),
  }),
  key('auth', 'choice', 'Outcome of the authentication', { examples: ['auth:wrong'], choices: choices(authVerdicts) }),
  key('credential', 'number', 'Credential of the sender, by its number in order of first use', {
    examples: ['credential:3', 'credential:>=2'],
  }),
  key('origin', 'choice', 'Who made the request', { examples: ['origin:platform'], choices: choices(origins) }),
  key('event_id', 'id', 'Identifier of the event (event_id)', {
    aliases: ['id'],
    examples: ['event_id:8b1f0c9e-52e1-4d0a-9c1e-7c7a9f3a2b10'],
  }),
  key('delivery', 'number', 'Number of the delivery in the list', { aliases: ['seq'], examples: ['delivery:1..20'] }),
  key('request', 'number', 'Number of the request', { examples: ['request:17'] }),
  key('ccid', 'id', 'Customer, as the delivery refers to it', { aliases: ['customer'], examples: ['ccid:c-100482'] }),
  key('addr', 'id', 'Phone number, as the delivery refers to it', {
    aliases: ['channel_addr', 'phone'],
    examples: ['addr:+1415*'],
  }),
  key('notification', 'id', 'Notification, as the delivery refers to it', {
    aliases: ['notification_id'],
    examples: ['notification:ntf_77120'],
  }),
  key('message', 'id', 'Message, as the delivery refers to it', {
    aliases: ['message_id'],
    examples: ['message:msg_2001'],
  }),
  key('conversation', 'id', 'Conversation, as the delivery refers to it', {
    aliases: ['conversation_id'],
    examples: ['conversation:conv_8a*'],
  }),
  key('submission', 'id', 'Form submission, as the delivery refers to it', {
    aliases: ['submission_id'],
    examples: ['submission:sub_31'],
  }),
  key('job', 'id', 'Job, as the delivery refers to it', { aliases: ['job_id'], examples: ['job:job_9'] }),
  key('journey', 'id', 'Journey, as the delivery refers to it', {
    aliases: ['journey_id'],
    examples: ['journey:jr_0091'],
  }),
  key('chain', 'id', 'Anything the delivery refers to', { examples: ['chain:ntf_77120'] }),
  key('method', 'text', 'HTTP method', { examples: ['-method:POST'] }),
  key('target', 'text', 'Path and query of the request, as sent', { examples: ['target:/push*'] }),
  key('ip', 'text', 'Source address', { examples: ['ip:52.73.72.6'] }),
  key('problem', 'text', 'Code of something odd about the bytes', {
    examples: ['problem:json_invalid', 'problem:*'],
    choices: choices(Object.keys(problemCodes), problemCodes),
  }),
  key('text', 'text', 'Text of the envelope as sent; equals means contains', {
    examples: ['text:/bill (is|was) ready/i', 'text:=STOP'],
  }),
] as const;

/** Name of a key that stands for itself; the others (`payload.…`) carry a path or a name. */
export type FilterKeyName = (typeof plainKeys)[number]['name'];

const patternKeys: readonly FilterKey[] = [
  key('payload.PATH', 'field', 'A field of the payload; any element of an array', {
    examples: ['payload.error_type:1', 'payload.job_id:null', 'payload.submission.value:yes'],
    choices: [
      { value: 'null', doc: 'present and null' },
      { value: 'absent', doc: 'not in the envelope' },
      { value: 'empty', doc: 'empty string, array or object' },
    ],
  }),
  key('envelope.PATH', 'field', 'A field at the top of the envelope', {
    examples: ['envelope.event_type:twoway', 'event_version:>1', 'data_key:null'],
  }),
  key('type(PATH)', 'choice', 'JSON type of a field', {
    examples: ['type(payload.error_type):string'],
    choices: choices(['string', 'number', 'boolean', 'null', 'object', 'array']),
  }),
  key('header.NAME', 'text', 'A request header, its name without regard to case', {
    examples: ['header.user-agent:~curl', 'header.apikey:absent'],
  }),
];

/** Every key, in the order of the documentation. */
export const filterKeys: readonly FilterKey[] = [...plainKeys, ...patternKeys];

/** JSON types, as `type(path)` names them. */
export const jsonTypes = ['string', 'number', 'boolean', 'null', 'object', 'array'] as const;

const keysByName = new Map<string, (typeof plainKeys)[number]>(
  plainKeys.flatMap((entry) => [entry.name, ...entry.aliases].map((name) => [name, entry] as const)),
);

/** The key of this name or alias (case ignored) that stands for itself; undefined for any other. */
export function findFilterKey(name: string): (FilterKey & { name: FilterKeyName }) | undefined {
  return keysByName.get(name.toLowerCase());
}

/** The keys that look an entity up among the references of a delivery. */
export const referenceEntities: Readonly<Partial<Record<FilterKeyName, StoryEntity>>> = {
  ccid: 'customer',
  addr: 'phone',
  notification: 'notification',
  message: 'message',
  conversation: 'conversation',
  submission: 'submission',
  job: 'job',
  journey: 'journey',
};

const payloadFields = new Set(catalogue.flatMap((kind) => kind.payload.map((field) => field.name)));

/**
 * Members of the envelope that may be written without `envelope.`: those that the specification knows at the top level and in
 * no payload (section Events), so that a name never silently looks in the wrong place.
 */
export const topLevelFields: readonly string[] = [
  ...new Set(catalogue.flatMap((kind) => kind.topLevel.map((field) => field.name))),
].filter((name) => !payloadFields.has(name) && !keysByName.has(name));
