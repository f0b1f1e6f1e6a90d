import type { Environment } from '../protocol/delivery.ts';
import type { KnownAddress } from '../protocol/sender.ts';

/** Source addresses the service pushes from (section “POST {webhook_url}”). */
export const knownAddresses: Readonly<Record<Exclude<Environment, 'other'>, string>> = {
  staging: '50.112.172.205',
  production: '52.73.72.6',
};

/** The same as they are configured: what is known until somebody says otherwise. */
export const defaultKnownAddresses: readonly KnownAddress[] = [
  { address: knownAddresses.staging, environment: 'staging' },
  { address: knownAddresses.production, environment: 'production' },
];
