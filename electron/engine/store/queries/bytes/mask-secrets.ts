// What of a request is shown without its secrets: values of credential headers, also in bytes that could not be parsed, and the bodies
// of requests to the token endpoint. The evidence keeps them; whoever asks on purpose (`reveal`) reads it. What cannot be understood is
// masked as a whole.
import { isUtf8 } from 'node:buffer';
import type { HeaderPair } from '#shared/http/header-pair.ts';

const dots = '••••••••';

/** Headers whose values are credentials (spec, Authentication), or may be. */
const credentialNames: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'x-authorization',
  'apikey',
  'api-key',
  'x-api-key',
  'x-auth-token',
  'x-access-token',
  'cookie',
  'set-cookie',
]);
/** Words before a credential that are no part of it; any other first word might be. */
const scheme = /^(?:basic|bearer|digest|negotiate)(?= +\S)/i;

/** Parameters of a token request that are no secrets (RFC 6749, section 4.4.2). */
const openParameters: ReadonlySet<string> = new Set(['grant_type', 'client_id', 'scope', 'audience', 'resource']);

/** `basic ••••••••`, or `•••••••• (32 characters)` where no scheme stands before the value; other headers stay as they are. */
export function maskHeader([name, value]: HeaderPair): [string, string] {
  // A name that a sender wrote with a blank, a quote or a control character around it is meant for the same.
  if (!credentialNames.has(name.toLowerCase().replaceAll(/[^a-z-]/g, ''))) return [name, value];
  const word = scheme.exec(value)?.[0];
  return [name, word === undefined ? masked(value.length, 'characters') : `${word} ${dots}`];
}

/** The body of a token request with every parameter masked that may be a secret; a body that is no form, as a whole. */
export function maskTokenRequest(bytes: Uint8Array): Buffer {
  if (bytes.length === 0) return Buffer.alloc(0);
  const text = isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : '';
  const isForm = /^[!-~]+$/.test(text) && !/["<>\\{}[\]]/.test(text);
  if (!isForm) return Buffer.from(masked(bytes.length, 'bytes'));
  return Buffer.from(text.split('&').map(maskParameter).join('&'));
}

/** Lines of a head with a credential header, continued lines included; a NUL or anything else that no header carries may be in them. */
const credentialLines =
  /^([^\r\n:]*(?:authorization|api-?key|(?:auth|access)-token|cookie)[^\r\n:]*:)([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/gim;

/** Bytes that are no HTTP, but may hold the head of a request: values of credential headers are masked, every other byte stays. */
export function maskRawHead(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  // A character per byte, so that what is not masked comes out as it was.
  return Buffer.from(
    text.replace(credentialLines, (_line, name: string) => `${name} ********`),
    'latin1',
  );
}

function maskParameter(parameter: string): string {
  const equals = parameter.indexOf('=');
  if (equals === -1) return parameter === '' ? '' : dots;
  const name = parameter.slice(0, equals);
  return openParameters.has(name) ? parameter : `${name}=${dots}`;
}

function masked(count: number, unit: string): string {
  return `${dots} (${count} ${unit})`;
}
