import { InvalidArgumentError, Option } from 'commander';
import type { EngineConfig } from '#engine/engine-config.ts';
import { ipRangeForms, parseIpRange } from '#shared/http/ip-range.ts';
import type { AllowList, KnownAddress } from '#shared/protocol/sender.ts';

/** The flags of `serve` about source addresses as they come out of the parser. */
export interface AddressFlags {
  knownAddress?: KnownAddress[];
  allow?: string[];
  allowMode?: AllowList['mode'];
}

const allowModes: readonly AllowList['mode'][] = ['off', 'shadow', 'enforce'];

/** The options behind {@link AddressFlags}; the first two may be repeated, or take a list with commas. */
export function createAddressOptions(): Option[] {
  return [
    new Option(
      '--known-address <env=address>',
      'address or network of an environment: staging=… or production=… (repeatable; default: those of the specification)',
    ).argParser(parseKnownAddresses),
    new Option(
      '--allow <address>',
      'address or network that may send (repeatable; default: the known addresses)',
    ).argParser(parseAllowed),
    new Option(
      '--allow-mode <mode>',
      'what becomes of other addresses: enforce answers 401 (default where --allow is given), shadow only says so, off',
    ).choices(allowModes),
  ];
}

/** The part of the configuration that was asked for. */
export function toAddressConfig(flags: AddressFlags): Pick<EngineConfig, 'knownAddresses' | 'allowList'> {
  const { knownAddress, allow, allowMode } = flags;
  const isAsked = allow !== undefined || allowMode !== undefined;
  return {
    ...(knownAddress === undefined ? {} : { knownAddresses: knownAddress }),
    ...(isAsked ? { allowList: { mode: allowMode ?? 'enforce', addresses: allow ?? [] } } : {}),
  };
}

/** `staging=1.2.3.4,production=10.0.0.0/8`, added to what was given before. */
export function parseKnownAddresses(text: string, before: readonly KnownAddress[] = []): KnownAddress[] {
  return [...before, ...text.split(',').map(parseKnownAddress)];
}

function parseKnownAddress(text: string): KnownAddress {
  const [, environment, address = ''] = /^(staging|production)=(.*)$/.exec(text.trim()) ?? [];
  if (environment !== undefined && parseIpRange(address) !== null) {
    return { address: address.trim(), environment: environment as KnownAddress['environment'] };
  }
  throw new InvalidArgumentError(`Allowed: staging= or production=, and then ${ipRangeForms}.`);
}

/** `1.2.3.4,10.0.0.0/8`, added to what was given before. */
export function parseAllowed(text: string, before: readonly string[] = []): string[] {
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.every((address) => parseIpRange(address) !== null)) return [...before, ...addresses];
  throw new InvalidArgumentError(`Allowed: ${ipRangeForms}.`);
}
