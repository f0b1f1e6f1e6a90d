// What of a request is shown without its secrets: values of credential headers, also in bytes that could not be parsed, the bodies of
// requests to the token endpoint, and secret parameters of forms and targets. The evidence keeps them; whoever asks on purpose (`reveal`)
// reads it. What cannot be understood is masked as a whole.
import { isUtf8 } from 'node:buffer';
import { isCredentialHeader } from '#shared/http/credential-header.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';

const dots = '••••••••';
const dotsInLatin1 = Buffer.from(dots).toString('latin1');

/** Words before a credential that are no part of it; any other first word might be. */
const scheme = /^(?:basic|bearer|digest|negotiate)(?=[ \t]+\S)/i;

/** Parameters of a token request that are no secrets (RFC 6749, section 4.4.2). */
const openParameters: ReadonlySet<string> = new Set(['grant_type', 'client_id', 'scope', 'audience', 'resource']);

/** `basic ••••••••`, or `•••••••• (32 characters)` where no scheme stands before the value; other headers stay as they are. */
export function maskHeader([name, value]: HeaderPair): [string, string] {
  if (!isCredentialHeader(name)) return [name, value];
  const word = scheme.exec(value)?.[0];
  return [name, word === undefined ? masked(value.length, 'characters') : `${word} ${dots}`];
}

/** The body of a token request with every parameter masked that may be a secret; a body that is no form, as a whole. */
export function maskTokenRequest(bytes: Uint8Array): Buffer {
  if (bytes.length === 0) return Buffer.alloc(0);
  const text = isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : '';
  const isForm = /^[!-~]+$/.test(text) && !/["<>\\{}[\]]/.test(text);
  if (!isForm) return maskWhole(bytes);
  return Buffer.from(text.split('&').map(maskParameter).join('&'));
}

/** What stands for bytes that are not shown at all. */
export function maskWhole(bytes: Uint8Array): Buffer {
  return Buffer.from(masked(bytes.length, 'bytes'));
}

/** Lines of a head with a credential header, continued lines included; a NUL or anything else that no header carries may be in them. */
const credentialLines =
  /^([^\r\n:]*(?:authorization|api-?key|(?:auth|access)-token|cookie)[^\r\n:]*:)([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/gim;

const requestLine = /^([\r\n]*[^\s:]+ +)([^\r\n]+)(?= HTTP\/)/;

/**
 * Bytes that are no HTTP, but may hold the head of a request: values of credential headers and secrets in the target are masked, every
 * other byte stays.
 */
export function maskRawHead(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  // A character per byte, so that what is not masked comes out as it was.
  return Buffer.from(
    text
      .replace(requestLine, (_line, method: string, target: string) => method + maskTarget(target, dotsInLatin1))
      .replace(credentialLines, (_line, name: string) => `${name} ********`),
    'latin1',
  );
}

/** A first line that is no end of a header: a request line, or a greeting of another protocol. */
const ownFirstLine = /^(?:[A-Z]{3,} +(?:\/|\*|http)|SSH-)/;
const firstLine = /^[^\r\n]+(?:\r?\n[ \t][^\r\n]*)*/;

/** {@link maskRawHead} of bytes without a request line: their first line may be the end of a credential whose name came a packet earlier. */
export function maskRawTail(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  // A control character begins what is no text, such as a TLS hello.
  const isBinary = text !== '' && text < ' ' && !text.startsWith('\t');
  return maskRawHead(
    isBinary || ownFirstLine.test(text) ? bytes : Buffer.from(text.replace(firstLine, '********'), 'latin1'),
  );
}

/** Secrets of a token request (RFC 6749; RFC 7523, section 2.2), wherever it was sent. */
const formSecrets: ReadonlySet<string> = new Set(['client_secret', 'client_assertion', 'password', 'refresh_token']);
const targetSecrets: ReadonlySet<string> = new Set([...formSecrets, 'api_key', 'apikey', 'access_token', 'token']);
/** Where a form that nobody declared is recognised. */
const GRANT_WITHIN = 64 * 1024;

/**
 * A body with the secret parameters of a form masked and every other byte as it came; the same object where there are none. It is read
 * as a form where it was declared one and is not JSON, and where it carries a grant_type as a form does.
 */
export function maskForm<B extends Uint8Array>(bytes: B, isDeclaredForm: boolean): B | Buffer {
  const head = Buffer.from(bytes.subarray(0, GRANT_WITHIN)).toString('latin1');
  const isForm = isDeclaredForm ? !/^\s*[{["]/.test(head) : /^\s*(?:[^\s{}<>"]*&)?grant_type=/i.test(head);
  if (!isForm) return bytes;
  // A character per byte, as above.
  const text = Buffer.from(bytes).toString('latin1');
  const shown = maskParameters(text, formSecrets, dotsInLatin1);
  return shown === text ? bytes : Buffer.from(shown, 'latin1');
}

/** A request's target without the secrets of its query or fragment. */
export function maskTarget(target: string, mask = dots): string {
  const query = target.search(/[?#]/) + 1;
  return query === 0 ? target : target.slice(0, query) + maskParameters(target.slice(query), targetSecrets, mask);
}

function maskParameters(text: string, secrets: ReadonlySet<string>, mask: string): string {
  return text.replaceAll(/[^&?#\r\n]+/g, (parameter) => {
    for (const { 0: name, index } of parameter.matchAll(/[^;=]+(?==)/g)) {
      if (secrets.has(toParameterName(name))) return `${parameter.slice(0, index + name.length)}=${mask}`;
    }
    return parameter;
  });
}

function toParameterName(encoded: string): string {
  const name = encoded.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return name
    .toLowerCase()
    .replaceAll('-', '_')
    .replaceAll(/[^a-z_]/g, '');
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
