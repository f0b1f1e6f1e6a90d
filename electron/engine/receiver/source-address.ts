import { isIP } from 'node:net';
import { headerValues, type HeaderPair } from '#shared/http/header-pair.ts';
import { isLoopbackAddress, normalizeAddress } from '#shared/http/ip-range.ts';

/** Whether a request says that it came through a hop; then nothing in it is our own machine's word. */
export function isForwarded(headers: readonly HeaderPair[]): boolean {
  return headerValues(headers, 'x-forwarded-for').length > 0;
}

/**
 * The address a request is judged by. A tunnel hands its requests over from loopback and appends the address it saw, so behind a
 * loopback hop the last X-Forwarded-For value counts, and no other: earlier ones, and `Forwarded`, are the sender's own words. On a
 * direct connection everybody can write that header, so only the peer does.
 */
export function sourceAddressOf(peerAddress: string, headers: readonly HeaderPair[]): string {
  const peer = normalizeAddress(peerAddress);
  if (!isLoopbackAddress(peer)) return peer;
  const last = headerValues(headers, 'x-forwarded-for').at(-1)?.split(',').at(-1)?.trim() ?? '';
  const address = normalizeAddress(withoutPort(last));
  return isIP(address) === 0 ? peer : address;
}

/** `[2001:db8::1]:443`, `[2001:db8::1]` and `1.2.3.4:443` without brackets and port. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d[\d.]*):\d+$/.exec(text)?.[1] ?? text;
}
