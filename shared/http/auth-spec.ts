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
  | { readonly type: 'bearer'; readonly token: string };
export type AuthType = AuthSpec['type'];

/** Where a secret is kept instead of in clear: the name of an environment variable, or a file's path. */
export interface SecretReference {
  readonly kind: 'env' | 'file';
  readonly name: string;
}
/** Gives the secret a reference names, or throws an `AppError` that says what is missing. */
export type ReadSecret = (reference: SecretReference) => string;

const forms = 'none, basic:USER:PASSWORD, apikey:KEY, bearer:TOKEN; a secret may be env:NAME or file:PATH';

/**
 * Reads `none`, `basic:USER:PASSWORD`, `apikey:KEY` or `bearer:TOKEN`. USER, PASSWORD, KEY and TOKEN may each be `env:NAME` or
 * `file:PATH`; `basic:env:NAME` alone means that the variable holds `USER:PASSWORD`. The password may contain colons.
 * Throws `USAGE_INVALID`, without repeating any secret.
 */
export function parseAuthSpec(text: string, readSecret: ReadSecret): AuthSpec {
  if (text === 'none') return { type: 'none' };
  const [type, rest] = splitAtColon(text);
  if (type === 'oauth' || type === 'jwks') throw invalid(`${type}: is not available yet`);
  if (type === 'basic') return parseBasic(rest, readSecret);
  if (type === 'apikey') return { type, key: checked('KEY', resolve(rest, readSecret)) };
  if (type === 'bearer') return { type, token: withoutBearer(checked('TOKEN', resolve(rest, readSecret))) };
  throw invalid('the authentication type is not known');
}

/** The header that carries the credentials; null for `none`. Basic is written in lower case, as the spec shows it. */
export function toAuthHeader(spec: AuthSpec): HeaderPair | null {
  if (spec.type === 'basic') return ['Authorization', `basic ${toBase64(`${spec.user}:${spec.password}`)}`];
  if (spec.type === 'apikey') return ['ApiKey', spec.key];
  if (spec.type === 'bearer') return ['Authorization', `Bearer ${spec.token}`];
  return null;
}

/** A bearer token without its scheme prefix, in whatever case that is written. */
export function withoutBearer(value: string): string {
  return value.replace(/^bearer +/i, '');
}

function parseBasic(text: string | null, readSecret: ReadSecret): AuthSpec {
  const [user, password] = splitCredentials(text ?? '', readSecret);
  if (user === '' || password === null) throw invalid('basic: wants a user and a password');
  return { type: 'basic', user: checked('USER', user), password: printable('PASSWORD', password) };
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
