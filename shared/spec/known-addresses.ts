import type { Environment } from '../protocol/delivery.ts';

/** Source addresses the service pushes from (section “POST {webhook_url}”). */
export const knownAddresses: Readonly<Record<Exclude<Environment, 'other'>, string>> = {
  staging: '50.112.172.205',
  production: '52.73.72.6',
};

const mappedPrefix = '::ffff:';

/** The environment a source address belongs to; an IPv4 address mapped into IPv6 counts as itself. */
export function environmentOf(address: string): Environment {
  const plain = address.toLowerCase().startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : address;
  if (plain === knownAddresses.staging) return 'staging';
  if (plain === knownAddresses.production) return 'production';
  return 'other';
}
