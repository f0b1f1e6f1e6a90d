// What the sender dialog holds before it is applied, what is wrong with it, and the one change it comes to. Secrets only go in: a secret
// that is set and was not typed again is left out of the change, so the one in force stays.
import { ipRangeForms, parseIpRange } from '#shared/http/ip-range.ts';
import type { AllowList, CheckMode, KnownAddress, Sender, SenderChange } from '#shared/protocol/sender.ts';
import { defaultKnownAddresses } from '#shared/spec/known-addresses.ts';
import type { AuthType } from '#renderer/ui/sender/auth-words.ts';

/** One known address as a line of the form; the key stays with the line while others come and go. */
export interface AddressLine extends KnownAddress {
  key: number;
}

export interface SenderForm {
  type: AuthType;
  /** The user, the client id or the address of the keys. */
  name: string;
  /** Password, key, token or client secret; empty to keep the one that is set. */
  secret: string;
  mode: CheckMode;
  audience: string;
  issuer: string;
  lifetimeSeconds: string;
  addresses: readonly AddressLine[];
  listMode: AllowList['mode'];
  /** Addresses of the allow-list, with commas or blanks between them; empty: the known addresses. */
  listed: string;
}

/** Where a sentence about the form stands: beside a field, a line of the addresses, or above all. */
export type SenderPlace = 'name' | 'secret' | 'lifetime' | 'listed' | 'form' | `address ${number}`;
export type SenderErrors = Partial<Record<SenderPlace, string>>;

const longestLifetimeSeconds = 31_536_000;
const fileReference = 'file:';

export function toSenderForm({ auth, addresses, allowList }: Sender): SenderForm {
  return {
    type: auth.type,
    name: shownName(auth),
    secret: '',
    mode: auth.mode,
    audience: auth.audience ?? '',
    issuer: auth.issuer ?? '',
    lifetimeSeconds: String(auth.tokenLifetimeSeconds),
    addresses: toLines(addresses),
    listMode: allowList.mode,
    listed: allowList.addresses.join(', '),
  };
}

/** Another type: what was given for the one before does not fit it. */
export function withType(form: SenderForm, type: AuthType, sender: Sender): SenderForm {
  const isInForce = type === sender.auth.type;
  return { ...form, type, secret: '', name: isInForce ? shownName(sender.auth) : '' };
}

/** The addresses that the specification names, in the place of those of the form. */
export function withSpecAddresses(form: SenderForm): SenderForm {
  return { ...form, addresses: toLines(defaultKnownAddresses) };
}

export function addAddress(form: SenderForm): SenderForm {
  const key = 1 + Math.max(0, ...form.addresses.map((line) => line.key));
  return { ...form, addresses: [...form.addresses, { key, address: '', environment: 'staging' }] };
}

export const wantsName = (type: AuthType): type is 'basic' | 'oauth' | 'jwks' =>
  type === 'basic' || type === 'oauth' || type === 'jwks';
export const wantsSecret = (type: AuthType): boolean => type !== 'none' && type !== 'jwks';

/** Whether an empty secret means the one that is set: it belongs to the type and the name it was given with. */
export function keepsSecret(form: SenderForm, { auth }: Sender): boolean {
  return wantsSecret(form.type) && form.type === auth.type && (!wantsName(form.type) || isSameName(form, auth));
}

/** What is wrong with the form, by place; empty when it can be applied. */
export function checkSenderForm(form: SenderForm, sender: Sender): SenderErrors {
  const errors: SenderErrors = {};
  const name = checkName(form);
  if (name !== null) errors.name = name;
  if (wantsSecret(form.type) && form.secret === '' && !keepsSecret(form, sender)) {
    errors.secret =
      form.type === sender.auth.type ? 'Give it again: the one that is set belongs to the other name.' : 'Required.';
  }
  const lifetime = Number(form.lifetimeSeconds);
  if (form.type === 'oauth' && !(Number.isInteger(lifetime) && lifetime >= 1 && lifetime <= longestLifetimeSeconds)) {
    errors.lifetime = 'A whole number of seconds, at most a year.';
  }
  for (const { key, address } of form.addresses) {
    if (parseIpRange(address) === null) errors[`address ${key}`] = `Not an address. Give ${ipRangeForms}.`;
  }
  const stranger = splitAddresses(form.listed).find((address) => parseIpRange(address) === null);
  if (stranger !== undefined) errors.listed = `“${stranger}” is no address. Give ${ipRangeForms}.`;
  return errors;
}

/** What differs from what is in force; null where nothing does. */
export function toSenderChange(form: SenderForm, sender: Sender): Omit<SenderChange, 'remember'> | null {
  const auth = toAuthChange(form, sender);
  const addresses = form.addresses.map(({ address, environment }) => ({ address: address.trim(), environment }));
  const allowList = { mode: form.listMode, addresses: splitAddresses(form.listed) };
  const change = {
    ...(Object.keys(auth).length > 0 && { auth }),
    ...(!isSame(addresses, sender.addresses) && { addresses }),
    ...(!isSame(allowList, sender.allowList) && { allowList }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** The part of the dialog in which the first of the errors stands; null without errors. */
export function partOfErrors(errors: SenderErrors): 'authentication' | 'addresses' | null {
  const [place] = Object.keys(errors);
  if (place === undefined) return null;
  return place === 'listed' || place.startsWith('address ') ? 'addresses' : 'authentication';
}

/** Beside which field a refusal of the engine belongs: the line whose address it names, else what of the form is new. */
export function placeFailure(message: string, form: SenderForm, sender: Sender): SenderPlace {
  const named = form.addresses.find(({ address }) => address !== '' && message.includes(`'${address.trim()}'`));
  if (named !== undefined) return `address ${named.key}`;
  if (splitAddresses(form.listed).some((address) => message.includes(`'${address}'`))) return 'listed';
  const auth = toAuthChange(form, sender);
  if (auth.spec === undefined) return 'form';
  return wantsSecret(form.type) ? 'secret' : wantsName(form.type) ? 'name' : 'form';
}

function toAuthChange(form: SenderForm, { auth }: Sender): NonNullable<SenderChange['auth']> {
  const isKept = form.type === auth.type && form.secret === '' && (!wantsName(form.type) || isSameName(form, auth));
  const signed = form.type === 'jwks';
  const audience = signed ? form.audience.trim() || null : null;
  const issuer = signed ? form.issuer.trim() || null : null;
  const tokenLifetimeSeconds = Number(form.lifetimeSeconds);
  return {
    ...(!isKept && { spec: toSpec(form) }),
    ...(form.mode !== auth.mode && { mode: form.mode }),
    ...(audience !== auth.audience && { audience }),
    ...(issuer !== auth.issuer && { issuer }),
    ...(form.type === 'oauth' && tokenLifetimeSeconds !== auth.tokenLifetimeSeconds && { tokenLifetimeSeconds }),
  };
}

/** In the grammar of `--auth`. */
function toSpec({ type, name, secret }: SenderForm): string {
  if (type === 'none') return type;
  return [type, ...(wantsName(type) ? [name.trim()] : []), ...(wantsSecret(type) ? [secret] : [])].join(':');
}

function checkName({ type, name }: SenderForm): string | null {
  if (!wantsName(type)) return null;
  const text = name.trim();
  if (type === 'jwks') {
    const readable = /^https?:\/\/[^\s/?#]+/i.test(text) || (text.startsWith(fileReference) && text !== fileReference);
    return readable ? null : 'Give an http or https address, or file:PATH.';
  }
  if (text === '') return 'Required.';
  // The first colon ends the name, except in a reference to where the name is kept.
  return text.includes(':') && !/^(?:env|file):[^:]+$/.test(text) ? 'A colon cannot stand in it.' : null;
}

/** The path of a file is told apart from an address, as it has to be given. */
function shownName({ type, name }: Sender['auth']): string {
  const isPath = type === 'jwks' && name !== null && !/^https?:/i.test(name);
  return isPath ? `${fileReference}${name}` : (name ?? '');
}

function isSameName(form: SenderForm, auth: Sender['auth']): boolean {
  return form.name.trim() === shownName(auth);
}

function splitAddresses(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

function toLines(addresses: readonly KnownAddress[]): AddressLine[] {
  return addresses.map((known, index) => ({ ...known, key: index + 1 }));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
