// What a person fills in to start a replay, what is wrong with it, and the request it becomes.
import { assertNever } from '#shared/errors/assert-never.ts';
import type { FilterQuery } from '#shared/protocol/query.ts';
import type { ReplayRequest } from '#shared/protocol/replay.ts';

export const authTypes = ['none', 'basic', 'apikey', 'bearer'] as const;
export type AuthType = (typeof authTypes)[number];
export const paceTypes = ['fast', 'original', 'times', 'rate'] as const;
export type PaceType = (typeof paceTypes)[number];

export interface ReplayForm {
  scope: 'one' | 'filter';
  url: string;
  authType: AuthType;
  user: string;
  /** Password, key or token, by `authType`. */
  secret: string;
  /** Text to send instead of the captured bytes; null for the exact bytes. */
  editedBody: string | null;
  order: ReplayRequest['order'];
  paceType: PaceType;
  /** The N of `xN` or `N/s`. */
  paceValue: string;
  concurrency: string;
  /** Ticked: sending to a receiver that is not on this machine is meant. */
  confirmed: boolean;
}

export const emptyReplayForm: ReplayForm = {
  scope: 'one',
  url: '',
  authType: 'none',
  user: '',
  secret: '',
  editedBody: null,
  order: 'arrival',
  paceType: 'fast',
  paceValue: '4',
  concurrency: '1',
  confirmed: false,
};

export type ReplayFormErrors = Partial<Record<keyof ReplayForm, string>>;

/** One sentence per field that keeps the replay from starting; empty when it can start. */
export function checkReplayForm(form: ReplayForm): ReplayFormErrors {
  const errors: ReplayFormErrors = {};
  const url = readTarget(form.url);
  if (form.url.trim() === '') errors.url = 'Where should it go? An http or https URL.';
  else if (url === null) errors.url = 'This is not an http or https URL.';
  else if (!isLoopback(url) && !form.confirmed) errors.confirmed = `Tick the box to send to ${url.host}.`;
  if (form.authType === 'basic' && form.user === '') errors.user = 'Basic needs a user.';
  if (form.authType === 'basic' && form.user.includes(':')) errors.user = 'A user of Basic cannot hold a colon.';
  if (form.authType !== 'none' && form.secret === '') errors.secret = 'The secret is empty.';
  const usesPaceValue = form.scope === 'filter' && (form.paceType === 'times' || form.paceType === 'rate');
  if (usesPaceValue && !isPositiveDecimal(form.paceValue)) errors.paceValue = 'A number above 0, such as 4 or 0.5.';
  const concurrency = Number(form.concurrency);
  if (form.scope === 'filter' && !(Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= 64)) {
    errors.concurrency = 'A whole number from 1 to 64.';
  }
  return errors;
}

export interface ReplaySelection {
  deliveryId: number | null;
  query: FilterQuery;
}

/** The request of a form without errors; null where it has some, or where one delivery is meant and none is selected. */
export function toReplayRequest(form: ReplayForm, { deliveryId, query }: ReplaySelection) {
  const url = readTarget(form.url);
  if (url === null || Object.keys(checkReplayForm(form)).length > 0) return null;
  const target = { url: url.href, auth: toAuthSpec(form) };
  if (form.scope === 'filter') {
    return {
      ...query,
      target,
      order: form.order,
      pace: toPace(form),
      concurrency: Number(form.concurrency),
    };
  }
  if (deliveryId === null) return null;
  return { deliveryIds: [deliveryId], target, ...(form.editedBody === null ? {} : { body: form.editedBody }) };
}

/** The target as a URL; null unless it is http or https. */
export function readTarget(text: string): URL | null {
  const url = URL.parse(text.trim());
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}

/** Whether a URL stays on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

function toAuthSpec({ authType, user, secret }: ReplayForm): string {
  switch (authType) {
    case 'none':
      return 'none';
    case 'basic':
      return `basic:${user}:${secret}`;
    case 'apikey':
    case 'bearer':
      return `${authType}:${secret}`;
    default:
      return assertNever(authType);
  }
}

function toPace({ paceType, paceValue }: ReplayForm): string {
  switch (paceType) {
    case 'fast':
    case 'original':
      return paceType;
    case 'times':
      return `x${paceValue.trim()}`;
    case 'rate':
      return `${paceValue.trim()}/s`;
    default:
      return assertNever(paceType);
  }
}

function isPositiveDecimal(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text.trim()) && Number(text) > 0;
}
