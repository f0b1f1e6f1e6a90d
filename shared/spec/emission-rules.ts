// What the spec promises about events that belong together, and the states and moves it names. Words for people and ids for
// checks; the checks themselves are elsewhere. Order of arrival is never promised.
/** One promise of the spec about events that come together. */
export interface EmissionRule {
  id: 'deactivation' | 'channel-added' | 'channel-removed';
  rule: string;
  section: string;
}

/** The rules of the section “Emission rules”. They speak of what is emitted, never of the order of arrival. */
export const emissionRules: readonly EmissionRule[] = [
  {
    id: 'deactivation',
    rule: 'Deactivation emits notification_channel.remove per phone number, then account.deactivate.',
    section: 'Emission rules',
  },
  {
    id: 'channel-added',
    rule: 'Adding a channel whose consent is new or different emits channel_consent.update as well.',
    section: 'Emission rules',
  },
  {
    id: 'channel-removed',
    rule: 'Removing a channel emits notification_channel.remove without changing consent.',
    section: 'Emission rules',
  },
];

/** The states the spec names per entity (section “States and transitions”); most transitions between them are not shown. */
export const namedStates = {
  consent: ['written', 'express', 'stop'],
  account: ['active', 'deactivated'],
  notification: ['attempted', 'not_attempted', 'delivered', 'undelivered'],
  feedMessage: ['delivered', 'undelivered'],
} as const;

/** One move that can be observed through events (section “States and transitions”). */
export interface ObservableMove {
  entity: string;
  trigger: string;
  condition: string;
  next: string;
  also: string;
}

/** The table “Observable moves” of the section “States and transitions”. */
export const observableMoves: readonly ObservableMove[] = [
  {
    entity: 'Phone number consent',
    trigger: 'any consent change',
    condition: 'consent differs from the stored consent',
    next: 'new consent_type',
    also: 'channel_consent.update is emitted with previous_consent_type and consent_type',
  },
  {
    entity: 'Customer account',
    trigger: 'deactivation',
    condition: 'customer is deactivated',
    next: 'deactivated',
    also: 'notification_channel.remove is emitted for every phone number of the account, then account.deactivate',
  },
  {
    entity: 'Notification channel',
    trigger: 'phone number added to an account',
    condition: 'consent is new or differs from stored consent',
    next: 'channel added',
    also: 'notification_channel.add, plus channel_consent.update',
  },
  {
    entity: 'Notification channel',
    trigger: 'phone number removed',
    condition: 'always',
    next: 'channel removed',
    also: 'notification_channel.remove; the consent of the number is not changed',
  },
  {
    entity: 'Notification channel',
    trigger: 'phone number replaced',
    condition: "update of an account's phone number",
    next: 'old removed, new added',
    also: 'a notification_channel.remove and a notification_channel.add are paired',
  },
];
