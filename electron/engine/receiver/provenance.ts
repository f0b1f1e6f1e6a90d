import { isIP } from 'node:net';
import { headerValues, type HeaderPair } from '#shared/http/header-pair.ts';
import { origins, type Origin } from '#shared/protocol/delivery.ts';
import { originHeader } from '#shared/protocol/own-traffic.ts';

/** An address as it is compared and shown: IPv4 mapped into IPv6 reads as IPv4, and a zone index is dropped. */
export function normalizeAddress(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, '');
  return plain.startsWith('::ffff:') && plain.includes('.') ? plain.slice('::ffff:'.length) : plain;
}

/** Whether an address belongs to this machine. */
export function isLoopback(address: string): boolean {
  const plain = normalizeAddress(address);
  return plain === '::1' || plain.startsWith('127.');
}

/**
 * The address a request is judged by. A tunnel hands its requests over from loopback and appends the address it saw, so behind a
 * loopback hop the last X-Forwarded-For value counts; on a direct connection everybody can write that header, so only the peer does.
 */
export function sourceAddressOf(
  peerAddress: string,
  headers: readonly HeaderPair[],
  { trustLoopbackHop }: { trustLoopbackHop: boolean },
): string {
  const peer = normalizeAddress(peerAddress);
  if (!trustLoopbackHop || !isLoopback(peer)) return peer;
  const last = headerValues(headers, 'x-forwarded-for').at(-1)?.split(',').at(-1)?.trim() ?? '';
  return isIP(last) === 0 ? peer : normalizeAddress(last);
}

/** Who made a request. The mark of our own senders counts only straight from this machine; every other request is the platform's. */
export function originOf(peerAddress: string, headers: readonly HeaderPair[]): Origin {
  const mark = headerValues(headers, originHeader)[0];
  const origin = origins.find((candidate) => candidate === mark);
  if (origin === undefined || !isLoopback(peerAddress)) return 'platform';
  return headerValues(headers, 'x-forwarded-for').length > 0 ? 'platform' : origin;
}
