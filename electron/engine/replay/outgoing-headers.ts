// Which headers a replayed request carries: what the sender said end to end, in its order and case; what the way to us added,
// what belongs to one connection and the credentials meant for us stay behind.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { AppError } from '#shared/errors/app-error.ts';
import { isCredentialHeader } from '#shared/http/credential-header.ts';
import { headerValues, type HeaderPair } from '#shared/http/header-pair.ts';

/** Belong to one connection or to the framing of one message; made anew for every send. */
const connectionNames: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Added between the platform and us, or by us. */
const hopName = /^(?:forwarded|via|x-real-ip|x-forwarded-.*|ngrok-.*|hookloupe-.*)$/;

/** What this replay adds to the captured headers. */
export interface HeaderAdditions {
  auth: HeaderPair | null;
  /** As asked for; each replaces every header of its name. */
  extra: readonly HeaderPair[];
  /** Our own marks. */
  marks: readonly HeaderPair[];
  /** The body is not the captured one, and plain text. */
  edited: boolean;
}

/** Headers of one send, without those that the HTTP client makes: Host, Content-Length, Connection. */
export function toOutgoingHeaders(captured: readonly HeaderPair[], additions: HeaderAdditions): HeaderPair[] {
  const { auth, extra, marks, edited } = additions;
  const replaced = new Set(extra.map(([name]) => name.toLowerCase()));
  const ownConnection = new Set(listConnectionOptions(captured));
  const kept = captured.filter(([name]) => {
    const lower = name.toLowerCase();
    if (edited && lower === 'content-encoding') return false;
    return !connectionNames.has(lower) && !isCredentialHeader(name) && !isDropped(lower, replaced, ownConnection);
  });
  const sentAuth = auth !== null && !replaced.has(auth[0].toLowerCase()) ? [auth] : [];
  return [...kept, ...sentAuth, ...extra, ...marks];
}

function isDropped(name: string, replaced: ReadonlySet<string>, ownConnection: ReadonlySet<string>): boolean {
  return hopName.test(name) || replaced.has(name) || ownConnection.has(name);
}

/** Headers that the captured Connection header declares to be of that connection only. */
function listConnectionOptions(captured: readonly HeaderPair[]): string[] {
  return headerValues(captured, 'connection').flatMap((value) =>
    value.split(',').map((option) => option.trim().toLowerCase()),
  );
}

/** Throws `REQUEST_INVALID` for a name or a value that HTTP cannot carry: line breaks, NUL … The value is not repeated. */
export function checkHeader([name, value]: HeaderPair): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (cause) {
    const message = `The header ${JSON.stringify(name)} cannot be sent: it holds characters that HTTP does not allow. Take them out.`;
    throw new AppError('REQUEST_INVALID', message, { cause });
  }
}

/** The headers a caller asks to send besides. Throws `REQUEST_INVALID` also for a header of the connection or one of our marks. */
export function toExtraHeaders(headers: Readonly<Record<string, string>>): HeaderPair[] {
  const pairs = Object.entries(headers);
  for (const pair of pairs) {
    checkHeader(pair);
    const name = pair[0].toLowerCase();
    if (!connectionNames.has(name) && !name.startsWith('hookloupe-')) continue;
    throw new AppError('REQUEST_INVALID', `The header ${pair[0]} is made anew for every send. Leave it out.`);
  }
  return pairs;
}
