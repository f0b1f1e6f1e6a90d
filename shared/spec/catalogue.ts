import { connectionKinds } from './connection-kinds.ts';
import { experienceKinds } from './experience-kinds.ts';
import { formKinds } from './form-kinds.ts';
import type { KindCategory, KindSpec } from './kind-spec.ts';
import { textKinds } from './text-kinds.ts';
import { twowayKinds } from './twoway-kinds.ts';

/** The 21 kinds of the specification (section “Events”), in its order. Data: strangers are normal and simply not in it. */
export const catalogue: readonly KindSpec[] = [
  ...connectionKinds,
  ...experienceKinds,
  ...formKinds,
  ...textKinds,
  ...twowayKinds,
];

const kindByName = new Map(catalogue.flatMap((kind) => [kind.name, ...kind.aliases].map((name) => [name, kind])));

/** The documentation of an event_name or of one of its other names; null for a kind the spec does not name. */
export function findKind(eventName: string): KindSpec | null {
  return kindByName.get(eventName) ?? null;
}

const categoryByPrefix = new Map<string, KindCategory>([
  ['notification', 'notification'],
  ['message', 'message'],
  ['account', 'connection'],
  ['channel_consent', 'connection'],
  ['notification_channel', 'connection'],
  ['powerups_data', 'form'],
  ['text_message', 'text'],
  ['twoway', 'twoway'],
  ['twoway_webhook', 'twoway'],
]);

/** Category by the part of the event_name before its first dot, so that new subtypes fall in place; `unknown` otherwise. */
export function kindCategory(eventName: string | null): KindCategory {
  if (eventName === null) return 'unknown';
  const dot = eventName.indexOf('.');
  return dot < 0 ? 'unknown' : (categoryByPrefix.get(eventName.slice(0, dot)) ?? 'unknown');
}

/** Letter code of each category, as the list shows it beside the colour. */
export const categoryCodes: Readonly<Record<KindCategory, string>> = {
  notification: 'SMS',
  message: 'FEED',
  connection: 'CONN',
  form: 'FORM',
  text: 'TEXT',
  twoway: '2WAY',
  unknown: '????',
};
