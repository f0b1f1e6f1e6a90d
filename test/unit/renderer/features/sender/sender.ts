import type { Sender } from '#shared/protocol/sender.ts';
import { defaultKnownAddresses } from '#shared/spec/known-addresses.ts';

/** A sender that has to show Basic credentials. */
export function sender(auth: Partial<Sender['auth']> = {}, rest: Partial<Sender> = {}): Sender {
  return {
    auth: {
      type: 'basic',
      mode: 'enforce',
      name: 'platform',
      audience: null,
      issuer: null,
      tokenLifetimeSeconds: 3600,
      tokenPath: null,
      message: null,
      ...auth,
    },
    addresses: [...defaultKnownAddresses],
    allowList: { mode: 'off', addresses: [] },
    tokenRequests: [],
    ...rest,
  };
}
