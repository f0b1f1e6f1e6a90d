import { senderChangeSchema, type Credentials, type Sender } from '#shared/protocol/sender.ts';
import { defaultKnownAddresses } from '#shared/spec/known-addresses.ts';

export interface FakeSender {
  read(): Sender;
  write(change: unknown): Sender;
  credentials(): Credentials;
}

const hourMs = 3_600_000;

/** What is required of the sender, changed as the engine changes it, and tokens that rotate every hour. */
export function createFakeSender(startedAtMs: number): FakeSender {
  let sender: Sender = {
    auth: {
      type: 'apikey',
      mode: 'shadow',
      name: null,
      audience: null,
      issuer: null,
      tokenLifetimeSeconds: 3600,
      tokenPath: null,
      message: null,
    },
    addresses: [...defaultKnownAddresses],
    allowList: { mode: 'off', addresses: [] },
    tokenRequests: [],
  };
  return {
    read: () => sender,
    write(change) {
      const {
        auth = {},
        addresses = sender.addresses,
        allowList = sender.allowList,
      } = senderChangeSchema.parse(change);
      const { spec, ...rest } = auth;
      const given = spec === undefined ? {} : toAuth(spec);
      const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      sender = { ...sender, auth: { ...sender.auth, ...given, ...defined }, addresses, allowList };
      return sender;
    },
    credentials: () => toCredentials(startedAtMs),
  };
}

function toAuth(spec: string): Pick<Sender['auth'], 'type' | 'name' | 'tokenPath'> {
  const [type = 'none', name = null] = spec.split(':');
  const isNamed = type === 'basic' || type === 'oauth';
  return {
    type: type as Sender['auth']['type'],
    name: type === 'jwks' ? spec.slice('jwks:'.length) : isNamed ? name : null,
    tokenPath: type === 'oauth' ? '/oauth/token' : null,
  };
}

function toCredentials(startedAtMs: number): Credentials {
  const at = (ms: number): string => new Date(ms).toISOString();
  const items = Array.from({ length: 5 }, (_, i) => {
    const firstMs = startedAtMs - (5 - i) * hourMs;
    return {
      credential: i + 1,
      scheme: 'bearer',
      firstSeenAt: at(firstMs),
      lastSeenAt: at(firstMs + 0.95 * hourMs),
      requests: 3100 - i * 40,
      verdicts: i === 2 ? { ok: 3000, expired: 20 } : { ok: 3100 - i * 40 },
      issuedAt: at(firstMs - 1000),
      expiresAt: at(firstMs - 1000 + hourMs),
      subject: 'staging-client',
    };
  });
  return { items, total: items.length };
}
