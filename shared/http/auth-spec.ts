// The grammar of `--auth SPEC` and of a replay target's `auth`, and the header a sender makes of it (spec, Authentication).
// Secrets may stand in clear or as a reference; who reads references is injected, because shared/ knows no disk and no environment.
import { AppError } from '../errors/app-error.ts';
import { toBase64 } from './base64.ts';
import type { HeaderPair } from './header-pair.ts';

/** The credentials a sender proves itself with, secrets in clear. `token` is without scheme prefix. */
export type AuthSpec =
  | { readonly type: 'none' }
  | { readonly type: 'basic'; readonly user: string; readonly password: string }
  | { readonly type: 'apikey'; readonly key: string }
  | { readonly type: 'bearer'; readonly token: string }
  /** Tokens that the receiver's own token endpoint issues to this client. */
  | { readonly type: 'oauth'; readonly clientId: string; readonly clientSecret: string }
  /** Tokens signed by somebody else, checked with the keys of a JWKS document. */
  | { readonly type: 'jwks'; readonly keys: KeySource };
export type AuthType = AuthSpec['type'];

/** Where a JWKS document is. */
export type KeySource =
  { readonly from: 'url'; readonly url: string } | { readonly from: 'file'; readonly path: string };

/** Where a secret is kept instead of in clear: the name of an environment variable, or a file's path. */
export interface SecretReference {
  readonly kind: 'env' | 'file';
  readonly name: string;
}
/** Gives the secret a reference names, or throws an `AppError` that says what is missing. */
export type ReadSecret = (reference: SecretReference) => string;

const forms =
  'none, basic:USER:PASSWORD, apikey:KEY, bearer:TOKEN, oauth:CLIENT_ID:CLIENT_SECRET, jwks:URL, jwks:file:PATH; ' +
  'a secret may be env:NAME or file:PATH';

/**
 * Reads `none`, `basic:USER:PASSWORD`, `apikey:KEY`, `bearer:TOKEN`, `oauth:CLIENT_ID:CLIENT_SECRET`, `jwks:URL` or `jwks:file:PATH`.
 * Every part that is not an address may be `env:NAME` or `file:PATH`; `basic:env:NAME` alone means that the variable holds
 * `USER:PASSWORD`, and so with `oauth`. The password and the client secret may contain colons.
 * Throws `USAGE_INVALID`, without repeating any secret.
 */
export function parseAuthSpec(text: string, readSecret: ReadSecret): AuthSpec {
  if (text === 'none') return { type: 'none' };
  const [type, rest] = splitAtColon(text);
  if (type === 'oauth') return parseOauth(rest, readSecret);
  if (type === 'jwks') return { type, keys: parseKeySource(rest ?? '') };
  if (type === 'basic') return parseBasic(rest, readSecret);
  if (type === 'apikey') return { type, key: checked('KEY', resolve(rest, readSecret)) };
  if (type === 'bearer') return { type, token: withoutBearer(checked('TOKEN', resolve(rest, readSecret))) };
  throw invalid('the authentication type is not known');
}

/**
 * The header that carries the credentials; null for `none`, and for `oauth` and `jwks`, whose tokens are not in the spec. Basic is written
 * in lower case, as the spec shows it.
 */
export function toAuthHeader(spec: AuthSpec): HeaderPair | null {
  if (spec.type === 'basic') return ['Authorization', `basic ${toBase64(`${spec.user}:${spec.password}`)}`];
  if (spec.type === 'apikey') return ['ApiKey', spec.key];
  if (spec.type === 'bearer') return ['Authorization', `Bearer ${spec.token}`];
  return null;
}

/** {@link toAuthHeader} for a sender that cannot fetch tokens. Throws `USAGE_INVALID` for `oauth` and `jwks`. */
export function toFixedAuthHeader(spec: AuthSpec): HeaderPair | null {
  if (spec.type !== 'oauth' && spec.type !== 'jwks') return toAuthHeader(spec);
  throw new AppError('USAGE_INVALID', `A replay cannot fetch tokens (${spec.type}). Give one with bearer:TOKEN.`);
}

/** A bearer token without its scheme prefix, in whatever case that is written. */
export function withoutBearer(value: string): string {
  return value.replace(/^bearer[ \t]+/i, '');
}

function parseBasic(text: string | null, readSecret: ReadSecret): AuthSpec {
  const [user, password] = splitCredentials(text ?? '', readSecret);
  if (user === '' || password === null) throw invalid('basic: wants a user and a password');
  if (user.includes(':')) throw invalid('USER contains a colon, which Basic credentials cannot carry');
  return { type: 'basic', user: checked('USER', user), password: printable('PASSWORD', password) };
}

function parseOauth(text: string | null, readSecret: ReadSecret): AuthSpec {
  const [clientId, clientSecret] = splitCredentials(text ?? '', readSecret);
  if (clientId === '' || clientSecret === null) throw invalid('oauth: wants a client id and a client secret');
  return {
    type: 'oauth',
    clientId: checked('CLIENT_ID', clientId),
    clientSecret: checked('CLIENT_SECRET', clientSecret),
  };
}

function parseKeySource(text: string): KeySource {
  if (text.startsWith('file:')) return { from: 'file', path: checked('PATH', text.slice('file:'.length)) };
  const host = /^https?:\/\/([^\s/?#]+)/i.exec(text)?.[1];
  if (host === undefined) throw invalid('jwks: wants an http or https address, or file:PATH');
  if (host.includes('@')) throw invalid('the address of the JWKS carries a user name or a password');
  return { from: 'url', url: printable('URL', text) };
}

/** A reference in the place of USER ends at the next colon; without one it stands for USER:PASSWORD as a whole. */
function splitCredentials(text: string, readSecret: ReadSecret): [user: string, password: string | null] {
  const reference = /^(?:env|file):[^:]*/.exec(text)?.[0];
  if (reference === undefined) {
    const [user, password] = splitAtColon(text);
    return [user, password === null ? null : resolve(password, readSecret)];
  }
  if (reference === text) return splitAtColon(resolve(text, readSecret));
  return [resolve(reference, readSecret), resolve(text.slice(reference.length + 1), readSecret)];
}

function splitAtColon(text: string): [before: string, after: string | null] {
  const colon = text.indexOf(':');
  return colon === -1 ? [text, null] : [text.slice(0, colon), text.slice(colon + 1)];
}

function resolve(text: string | null, readSecret: ReadSecret): string {
  const reference = /^(env|file):(.+)$/s.exec(text ?? '');
  if (reference === null) return text ?? '';
  return readSecret({ kind: reference[1] as 'env' | 'file', name: reference[2] as string });
}

function checked(name: string, value: string): string {
  if (value === '') throw invalid(`${name} is empty`);
  return printable(name, value);
}

function printable(name: string, value: string): string {
  if (/[\r\n\0]/.test(value)) throw invalid(`${name} contains a line break or NUL, which no header can carry`);
  return value;
}

const invalid = (problem: string): AppError =>
  new AppError('USAGE_INVALID', `Authentication cannot be read: ${problem}. Allowed: ${forms}.`);
