import type { RequestRecord } from '#shared/protocol/delivery.ts';
import { isCredentialHeader } from './credential-headers.ts';

/** Headers that curl writes itself, or that would be wrong for a body sent anew. */
const ownHeaders = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'accept-encoding']);

/** A POSIX shell command that sends the request again, without its credentials. */
export function curlCommand(request: RequestRecord, receiverUrl: string, body: string): string {
  const headers = request.rawHeaders.filter(
    ([name]) => !isCredentialHeader(name) && !ownHeaders.has(name.toLowerCase()),
  );
  return [
    `curl -X ${shellQuote(request.method)} ${shellQuote(new URL(request.target, receiverUrl).href)}`,
    ...headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    `--data-binary ${shellQuote(body)}`,
  ].join(' \\\n  ');
}

/** One word of a POSIX shell, whatever it holds. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
