// Checks the credentials of a request (spec, Authentication). Compares keyed digests in constant time and always evaluates every
// part, so that the time an answer takes tells nothing about a secret. Reasons name headers and schemes, never their values.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { withoutBearer, type AuthSpec } from '#shared/http/auth-spec.ts';
import { headerValues, type HeaderPair } from '#shared/http/header-pair.ts';
import type { AuthVerdict } from '#shared/protocol/delivery.ts';

/** What was found. `scheme` is what the sender used (`basic`, `bearer`, `apikey`, `other`), null without credentials. */
export interface AuthFinding {
  readonly verdict: AuthVerdict;
  readonly scheme: string | null;
  /** Why not `ok`, in plain words; null otherwise. */
  readonly reason: string | null;
}

export interface SenderAuth {
  readonly type: AuthSpec['type'];
  /** Never throws, whatever the headers hold. */
  verify(headers: readonly HeaderPair[]): AuthFinding;
}

interface Credentials {
  authorization: string[];
  apiKey: string[];
}
type Check = (credentials: Credentials) => string | null;
type Compare = (presented: string | Buffer, expected: Buffer) => boolean;

export function createSenderAuth(spec: AuthSpec): SenderAuth {
  const check = createCheck(spec);
  return {
    type: spec.type,
    verify(headers) {
      const credentials = {
        authorization: headerValues(headers, 'authorization'),
        apiKey: headerValues(headers, 'apikey'),
      };
      const scheme = schemeOf(credentials);
      if (check === null) return { verdict: 'none', scheme, reason: null };
      const wanted = spec.type === 'apikey' ? credentials.apiKey : credentials.authorization;
      const total = credentials.authorization.length + credentials.apiKey.length;
      if (total > 1)
        return { verdict: 'wrong', scheme, reason: `ambiguous: the request carries ${total} credential headers` };
      if (wanted.length === 0) return { verdict: 'missing', scheme, reason: missing(spec.type, scheme) };
      const problem = check(credentials);
      return { verdict: problem === null ? 'ok' : 'wrong', scheme, reason: problem };
    },
  };
}

function createCheck(spec: AuthSpec): Check | null {
  const compare = createCompare();
  switch (spec.type) {
    case 'none':
      return null;
    case 'basic':
      return basicCheck(Buffer.from(spec.user), Buffer.from(spec.password), compare);
    case 'apikey': {
      const key = Buffer.from(spec.key);
      return ({ apiKey }) => (compare(bytesOf(apiKey[0]), key) ? null : 'the API key differs');
    }
    case 'bearer': {
      const token = Buffer.from(spec.token);
      return ({ authorization }) =>
        compare(bytesOf(withoutBearer(authorization[0] ?? '')), token) ? null : 'the bearer token differs';
    }
  }
}

function basicCheck(user: Buffer, password: Buffer, compare: Compare): Check {
  return ({ authorization }) => {
    const encoded = /^basic +(\S+) *$/i.exec(authorization[0] ?? '')?.[1];
    if (encoded === undefined) return 'the Authorization header is not of the form "basic BASE64"';
    const decoded = Buffer.from(encoded, 'base64');
    if (!isBase64(encoded, decoded)) return 'the basic credentials are not base64';
    const colon = decoded.indexOf(':');
    if (colon === -1) return 'the basic credentials have no colon between user and password';
    const userFits = compare(decoded.subarray(0, colon), user);
    const passwordFits = compare(decoded.subarray(colon + 1), password);
    return userFits && passwordFits ? null : 'the user or the password differs';
  };
}

/** Digests have one length, so neither the bytes nor their number shows in the time taken. */
function createCompare(): Compare {
  const key = randomBytes(32);
  const digest = (value: string | Buffer): Buffer => createHmac('sha256', key).update(value).digest();
  return (presented, expected) => timingSafeEqual(digest(presented), digest(expected));
}

/** Header text is one character per byte received. */
const bytesOf = (value: string | undefined): Buffer => Buffer.from(value ?? '', 'latin1');

const isBase64 = (text: string, decoded: Buffer): boolean =>
  decoded.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');

function schemeOf({ authorization: [authorization], apiKey: [apiKey] }: Credentials): string | null {
  if (authorization === undefined) return apiKey === undefined ? null : 'apikey';
  const [first = '', ...rest] = authorization.trim().split(' ');
  const scheme = first.toLowerCase();
  if (scheme === 'basic' || scheme === 'bearer') return scheme;
  return rest.length === 0 ? 'bearer' : 'other';
}

function missing(type: AuthSpec['type'], scheme: string | null): string {
  const header = type === 'apikey' ? 'ApiKey' : 'Authorization';
  const instead =
    scheme === null ? '' : `; the request carries ${type === 'apikey' ? 'Authorization' : 'ApiKey'} instead`;
  return `there is no ${header} header${instead}`;
}
