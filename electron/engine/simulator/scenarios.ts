// Small plays for the simulator: which envelopes, about whom, in which order they are sent.
// One run of a scenario is a list sent in its order; event_ts lies in the recent past, so that lag is positive.
// A scenario that shows disorder does it by the order of its list, never by a wrong event_ts: event_ts is accurate (spec).
import { AppError } from '#shared/errors/app-error.ts';
import { createCast, type Cast } from './cast.ts';
import { createEnvelope, simulatedKinds, type Envelope, type SimulatedKind } from './create-envelope.ts';
import type { Random } from '#engine/random/random.ts';

/** A play that can be run any number of times. */
export interface Scenario {
  summary: string;
  /** How many runs make sense when nobody says how many. */
  defaultRuns: number;
  /** Begins the play; each call of the result gives the envelopes of one more run, in the order to send. */
  start(random: Random): (nowMs: number) => Envelope[];
}

/** One line of a script: who says what, how long before now it happened. */
interface ScriptLine {
  kind: SimulatedKind;
  agoMs: number;
  payload?: Record<string, unknown>;
}

export const scenarioNames = [
  'all-kinds',
  'story',
  'out-of-order',
  'consent',
  'duplicates',
  'conversation',
  'mixed',
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** The scenarios by name. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  'all-kinds': {
    summary: 'each of the 21 kinds once',
    defaultRuns: 1,
    start: (random) => (nowMs) => simulatedKinds.map((kind) => createEnvelope(kind, random, nowMs)),
  },
  story: scripted('a notification that goes well, from feed to action', () => [
    { kind: 'message.delivered', agoMs: 6_200 },
    { kind: 'notification.attempted', agoMs: 5_700 },
    { kind: 'notification.delivered', agoMs: 3_900 },
    { kind: 'notification.auth_link_used', agoMs: 1_400 },
    { kind: 'message.action_taken', agoMs: 300 },
  ]),
  'out-of-order': scripted('a receipt that arrives before its notification.attempted', () => [
    { kind: 'message.delivered', agoMs: 6_200 },
    { kind: 'notification.undelivered', agoMs: 3_900 },
    { kind: 'notification.attempted', agoMs: 5_700 },
    { kind: 'notification.auth_link_used', agoMs: 1_400 },
    { kind: 'message.action_taken', agoMs: 300 },
  ]),
  consent: scripted('phone numbers added, replaced and removed, consent changed, account deactivated', consentScript),
  duplicates: {
    summary: 'events sent again, byte for byte, after they were accepted',
    defaultRuns: 1,
    start: (random) => (nowMs) => {
      const cast = createCast(random);
      const attempted = createEnvelope('notification.attempted', random, nowMs - 2_000, { cast });
      const delivered = createEnvelope('notification.delivered', random, nowMs - 500, { cast });
      return [attempted, attempted, delivered, delivered];
    },
  },
  conversation: scripted('a two-way conversation from ping to close', () => [
    { kind: 'twoway.agent_ping', agoMs: 9_000 },
    { kind: 'twoway_webhook.agent_message_sent', agoMs: 8_000, payload: { message_idx: '0' } },
    { kind: 'twoway_webhook.customer_message_sent', agoMs: 6_500, payload: { message_idx: '1' } },
    { kind: 'twoway_webhook.agent_message_sent', agoMs: 4_000, payload: { message_idx: '2' } },
    { kind: 'twoway_webhook.customer_message_sent', agoMs: 2_500, payload: { message_idx: '3' } },
    { kind: 'twoway_webhook.system_message_sent', agoMs: 2_300, payload: { message_idx: '4' } },
    { kind: 'twoway.channel_closed', agoMs: 400 },
  ]),
  mixed: { summary: 'a stream of all kinds, common ones more often', defaultRuns: 20, start: startMixed },
};

/** Checks a name from outside. Throws `SIMULATION_INVALID` that lists the scenarios. */
export function toScenarioName(name: string): ScenarioName {
  const found = scenarioNames.find((candidate) => candidate === name);
  if (found !== undefined) return found;
  const allowed = scenarioNames.join(', ');
  throw new AppError('SIMULATION_INVALID', `The simulator has no scenario '${name}'. Use one of: ${allowed}.`);
}

function scripted(summary: string, script: (cast: Cast) => ScriptLine[]): Scenario {
  const start = (random: Random) => (nowMs: number) => {
    const cast = createCast(random);
    return script(cast).map(({ kind, agoMs, payload = {} }) =>
      createEnvelope(kind, random, nowMs - agoMs, { cast, payload }),
    );
  };
  return { summary, defaultRuns: 1, start };
}

/** Follows the emission rules of the spec: add with consent, replacement as a pair, deactivation after its removals. */
function consentScript({ phones: [first, second, third] }: Cast): ScriptLine[] {
  return [
    ...addPhone(first, 'express', 9_000),
    { kind: 'notification_channel.remove', agoMs: 7_500, payload: { channel_addr: first, consent_type: 'express' } },
    ...addPhone(second, 'written', 7_400),
    ...addPhone(third, 'express', 5_000),
    changeConsent(second, ['written', 'stop'], 3_000),
    { kind: 'notification_channel.remove', agoMs: 1_200, payload: { channel_addr: second, consent_type: 'stop' } },
    { kind: 'notification_channel.remove', agoMs: 1_100, payload: { channel_addr: third, consent_type: '' } },
    {
      kind: 'account.deactivate',
      agoMs: 1_000,
      payload: {
        notification_channels: [second, third].map((phone) => ({ channel_addr: phone, channel_type: 'sms' })),
      },
    },
  ];
}

function addPhone(phone: string, consentType: string, agoMs: number): ScriptLine[] {
  return [
    { kind: 'notification_channel.add', agoMs, payload: { channel_addr: phone, consent_type: consentType } },
    changeConsent(phone, ['stop', consentType], agoMs - 20),
  ];
}

function changeConsent(phone: string, [previous, current]: [string, string], agoMs: number): ScriptLine {
  const payload = { channel_addr: phone, previous_consent_type: previous, consent_type: current };
  return { kind: 'channel_consent.update', agoMs, payload };
}

/** How often a kind comes in the mixed stream; 1 where it is not named. */
const mixedWeights: Partial<Record<SimulatedKind, number>> = {
  'message.delivered': 20,
  'notification.attempted': 20,
  'notification.delivered': 18,
  'notification.auth_link_used': 8,
  'message.action_taken': 8,
  'text_message.received': 4,
  'channel_consent.update': 3,
  'notification.undelivered': 3,
  'notification.not_attempted': 2,
};
const mixedBag = simulatedKinds.flatMap((kind) => Array.from({ length: mixedWeights[kind] ?? 1 }, () => kind));

/** A run is one event. A few dozen stories are under way at a time, so that events of one story are met again. */
function startMixed(random: Random): (nowMs: number) => Envelope[] {
  const casts = Array.from({ length: 24 }, () => createCast(random));
  return (nowMs) => {
    const place = random.integer(0, casts.length - 1);
    if (random.chance(0.2)) casts[place] = createCast(random);
    const kind = mixedBag[random.integer(0, mixedBag.length - 1)] ?? 'message.delivered';
    return [createEnvelope(kind, random, nowMs - random.integer(20, 1_500), { cast: casts[place] as Cast })];
  };
}
