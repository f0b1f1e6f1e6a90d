import { BlockList } from 'node:net';
import { AppError } from '#shared/errors/app-error.ts';
import { ipRangeForms, parseIpRange } from '#shared/http/ip-range.ts';

/** Addresses and networks, for the question whether an address is among them. */
export interface AddressList {
  /** `address` as `normalizeAddress` gives it; text that is no address is in no list. */
  has(address: string): boolean;
}

/** Throws `USAGE_INVALID` that names the first text which is neither an address nor a network. */
export function createAddressList(texts: readonly string[]): AddressList {
  const list = new BlockList();
  for (const text of texts) {
    const range = parseIpRange(text);
    if (range === null) throw new AppError('USAGE_INVALID', `'${text}' is no address. Give ${ipRangeForms}.`);
    list.addSubnet(range.address, range.prefix, range.family === 4 ? 'ipv4' : 'ipv6');
  }
  return {
    has(address) {
      const range = parseIpRange(address);
      return range !== null && list.check(range.address, range.family === 4 ? 'ipv4' : 'ipv6');
    },
  };
}
