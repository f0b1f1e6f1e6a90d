// Says where a request came from: its address, the environment that stands for, whether it is our own, whether it is let in. It keeps
// what is known about addresses, changed at run time. It believes the peer's address, what a hop on this machine appended, and a mark
// that proves itself with the secret of this run; nothing else that a sender writes about itself.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import { isLoopbackAddress } from '#shared/http/ip-range.ts';
import type { Environment, Origin } from '#shared/protocol/delivery.ts';
import { originHeader, parseOriginMark } from '#shared/protocol/own-traffic.ts';
import type { AllowList, KnownAddress } from '#shared/protocol/sender.ts';
import { defaultKnownAddresses } from '#shared/spec/known-addresses.ts';
import { createAddressList, type AddressList } from './address-list.ts';
import { isForwarded, sourceAddressOf } from './source-address.ts';

/** What is known of source addresses and required of them. */
export interface AddressSettings {
  addresses: readonly KnownAddress[];
  allowList: AllowList;
}

/** What was found about one request. */
export interface RequestSource {
  readonly sourceAddress: string;
  readonly environment: Environment;
  readonly origin: Origin;
  /** Whether the address is on the allow-list; null without one, and for own traffic. */
  readonly allowed: boolean | null;
  /** The allow-list is enforced and the address is not on it. */
  readonly refused: boolean;
  /** The headers as they may be stored: without the secret of our own mark, else as received. */
  readonly rawHeaders: readonly HeaderPair[];
}

export interface Provenance {
  /** Judges a request that arrived now; `receivedAtMs` is remembered where production sent it. */
  judge(peerAddress: string, headers: readonly HeaderPair[], receivedAtMs: number): RequestSource;
  settings(): AddressSettings;
  /** Replaces what is given, from the next request on. Throws `USAGE_INVALID` for a text that is no address, with nothing changed. */
  change(part: { addresses?: readonly KnownAddress[] | undefined; allowList?: AllowList | undefined }): void;
  /** When production last sent something, epoch milliseconds; null where it has not in this run. Own traffic never counts. */
  lastProductionAtMs(): number | null;
}

/** A new secret for the marks of one run. */
export function createMarkSecret(): string {
  return randomBytes(24).toString('base64url');
}

const defaultSettings: AddressSettings = {
  addresses: defaultKnownAddresses,
  allowList: { mode: 'off', addresses: [] },
};

/** `markSecret` proves our own marks; without one no mark counts. Throws `USAGE_INVALID` for a text that is no address. */
export function createProvenance(options: Partial<AddressSettings> & { markSecret?: string } = {}): Provenance {
  const { markSecret, ...initial } = options;
  const readMark = createMarkReader(markSecret ?? createMarkSecret());
  let settings = { ...defaultSettings, ...initial };
  let lists = createLists(settings);
  let lastProductionAtMs: number | null = null;

  return {
    judge(peerAddress, headers, receivedAtMs) {
      const sourceAddress = sourceAddressOf(peerAddress, headers);
      const mark = readMark(headers);
      const isOwn = mark !== null && isLoopbackAddress(peerAddress) && !isForwarded(headers);
      const environment = lists.environmentOf(sourceAddress);
      const allowed = isOwn || settings.allowList.mode === 'off' ? null : lists.allowed.has(sourceAddress);
      if (environment === 'production' && !isOwn) lastProductionAtMs = Math.max(lastProductionAtMs ?? 0, receivedAtMs);
      return {
        sourceAddress,
        environment,
        origin: isOwn ? mark.origin : 'platform',
        allowed,
        refused: allowed === false && settings.allowList.mode === 'enforce',
        rawHeaders: mark === null ? headers : mark.rawHeaders,
      };
    },
    settings: () => settings,
    change({ addresses = settings.addresses, allowList = settings.allowList }) {
      const next = { addresses, allowList };
      lists = createLists(next);
      settings = next;
    },
    lastProductionAtMs: () => lastProductionAtMs,
  };
}

interface Lists {
  environmentOf(address: string): Environment;
  allowed: AddressList;
}

/** An address that stands for both environments counts as production, the one to be careful with. */
function createLists({ addresses, allowList }: AddressSettings): Lists {
  const listOf = (environment: Environment): AddressList =>
    createAddressList(addresses.filter((known) => known.environment === environment).map(({ address }) => address));
  const [production, staging] = [listOf('production'), listOf('staging')];
  const isListEmpty = allowList.addresses.length === 0;
  return {
    allowed: createAddressList(isListEmpty ? addresses.map(({ address }) => address) : allowList.addresses),
    environmentOf(address) {
      if (production.has(address)) return 'production';
      return staging.has(address) ? 'staging' : 'other';
    },
  };
}

interface ProvenMark {
  readonly origin: Exclude<Origin, 'platform'>;
  readonly rawHeaders: readonly HeaderPair[];
}

/** Finds a mark with our secret, and takes the secret out of the headers. A mark that proves nothing is a stranger's, and evidence. */
function createMarkReader(secret: string): (headers: readonly HeaderPair[]) => ProvenMark | null {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (headers) => {
    if (!headers.some(isMark)) return null;
    let origin: ProvenMark['origin'] | null = null;
    const rawHeaders = headers.map((header): HeaderPair => {
      const mark = isMark(header) ? parseOriginMark(header[1]) : null;
      // Digests have one length, so neither the bytes nor their number shows in the time taken.
      if (mark === null || !timingSafeEqual(digest(mark.secret), expected)) return header;
      origin ??= mark.origin;
      return [header[0], mark.origin];
    });
    return origin === null ? null : { origin, rawHeaders };
  };
}

const isMark = ([name]: HeaderPair): boolean => name.toLowerCase() === originHeader;
