// Checks the credentials of a request (spec, Authentication). Always evaluates every part, so that the time an answer takes tells nothing
// about a secret. Reasons name headers and schemes, never their values. Two credential headers are ambiguous, since whoever stands between
// may go by either; the same header twice with the same value is not.
import { AppError } from '#shared/errors/app-error.ts';
import { withoutBearer, type AuthSpec } from '#shared/http/auth-spec.ts';
import { headerValues, type HeaderPair } from '#shared/http/header-pair.ts';
import type { AuthVerdict } from '#shared/protocol/delivery.ts';
import { createSecretComparison, type SecretComparison } from './secret-comparison.ts';

/** What was found. `scheme` is what the sender used (`basic`, `bearer`, `apikey`, `other`), null without credentials. */
export interface AuthFinding {
  readonly verdict: AuthVerdict;
  readonly scheme: string | null;
  /** Why not `ok`, in plain words; null otherwise. */
  readonly reason: string | null;
}

/** The verdict on a token, for the types whose tokens are more than a text to compare. */
export type TokenFinding = Pick<AuthFinding, 'verdict' | 'reason'>;

/** Checks a token without its scheme prefix. Never rejects. */
export type TokenCheck = (token: string) => Promise<TokenFinding>;

/** Never throws and never rejects, whatever the headers hold. A promise only where a token has to be verified. */
export type CredentialCheck = (headers: readonly HeaderPair[]) => AuthFinding | Promise<AuthFinding>;

interface Credentials {
  authorization: string[];
  apiKey: string[];
}
/** Gets the value of the header that the type wants. */
type Check = (value: string) => TokenFinding | Promise<TokenFinding>;

/** `checkToken` verifies the tokens of `oauth` and `jwks`; the other types do without. Throws `USAGE_INVALID` for what can never match. */
export function createCredentialCheck(spec: AuthSpec, checkToken?: TokenCheck): CredentialCheck {
  const check = createCheck(spec, checkToken);
  return (headers) => {
    const credentials = {
      authorization: distinct(headerValues(headers, 'authorization')),
      apiKey: distinct(headerValues(headers, 'apikey')),
    };
    const scheme = schemeOf(credentials);
    if (check === null) return { verdict: 'none', scheme, reason: null };
    const total = credentials.authorization.length + credentials.apiKey.length;
    if (total > 1)
      return { verdict: 'wrong', scheme, reason: `ambiguous: the request carries ${total} credential headers` };
    const [wanted] = spec.type === 'apikey' ? credentials.apiKey : credentials.authorization;
    if (wanted === undefined) return { verdict: 'missing', scheme, reason: missing(spec.type, scheme) };
    const found = check(wanted);
    return found instanceof Promise ? found.then((finding) => ({ ...finding, scheme })) : { ...found, scheme };
  };
}

/** A header without a value carries no credential. */
const distinct = (values: readonly string[]): string[] => [...new Set(values)].filter((value) => value.trim() !== '');
const ok: TokenFinding = { verdict: 'ok', reason: null };
const wrong = (reason: string): TokenFinding => ({ verdict: 'wrong', reason });

function createCheck(spec: AuthSpec, checkToken?: TokenCheck): Check | null {
  switch (spec.type) {
    case 'none':
      return null;
    case 'basic':
      return basicCheck(createSecretComparison(spec.user), createSecretComparison(spec.password));
    case 'apikey': {
      const fits = createSecretComparison(inHeader('KEY', spec.key));
      return (value) => (fits(bytesOf(value)) ? ok : wrong('the API key differs'));
    }
    case 'bearer': {
      const fits = createSecretComparison(inHeader('TOKEN', spec.token));
      return (value) => (fits(bytesOf(tokenOf(value))) ? ok : wrong('the bearer token differs'));
    }
    case 'oauth':
    case 'jwks':
      if (checkToken === undefined) throw new Error(`Tokens of ${spec.type} need a check of their own`);
      return (value) => {
        const scheme = /^(\S+)[ \t]+\S/.exec(value)?.[1]?.toLowerCase() ?? 'bearer';
        if (scheme !== 'bearer') return wrong(`the Authorization header carries ${scheme} credentials, not a token`);
        return checkToken(tokenOf(value));
      };
  }
}

/** HTTP takes blanks around a header's value away: such a secret could never be matched. */
function inHeader(name: string, secret: string): string {
  if (!/^[ \t]|[ \t]$/.test(secret)) return secret;
  const problem = `${name} starts or ends with a blank, which no header carries`;
  throw new AppError('USAGE_INVALID', `Authentication cannot be set: ${problem}. Take the blank away.`);
}

/** The token with or without `Bearer` in front: which of them is sent is not shown in the spec. */
const tokenOf = (value: string): string => withoutBearer(value.trim());

function basicCheck(userFits: SecretComparison, passwordFits: SecretComparison): Check {
  return (value) => {
    const encoded = /^basic[ \t]+(\S+)[ \t]*$/i.exec(value)?.[1];
    if (encoded === undefined) return wrong('the Authorization header is not of the form "basic BASE64"');
    const decoded = Buffer.from(encoded, 'base64');
    if (!isBase64(encoded, decoded)) return wrong('the basic credentials are not base64');
    const colon = decoded.indexOf(':');
    if (colon === -1) return wrong('the basic credentials have no colon between user and password');
    const isUser = userFits(decoded.subarray(0, colon));
    const isPassword = passwordFits(decoded.subarray(colon + 1));
    return isUser && isPassword ? ok : wrong('the user or the password differs');
  };
}

/** Header text is one character per byte received. */
const bytesOf = (value: string): Buffer => Buffer.from(value, 'latin1');

/** Base64 with the usual alphabet or the URL's, padded or not. */
const isBase64 = (text: string, decoded: Buffer): boolean =>
  decoded.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');

function schemeOf({ authorization: [authorization], apiKey: [apiKey] }: Credentials): string | null {
  if (authorization === undefined) return apiKey === undefined ? null : 'apikey';
  const [first = '', ...rest] = authorization.trim().split(/[ \t]+/);
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
