// Reads IP addresses and networks as people and proxies write them. IPv4 mapped into IPv6 reads as IPv4, so that one address has one
// form. Refused are leading zeros, zones and everything a resolver would have to look up.

/** An address, or a network in CIDR notation; `prefix` counts the leading bits that matter. */
export interface IpRange {
  readonly family: 4 | 6;
  readonly address: string;
  readonly prefix: number;
}

/** What may stand where {@link parseIpRange} reads, for messages. */
export const ipRangeForms = 'an IPv4 or IPv6 address, or a network such as 10.0.0.0/8';

/** Bits before the IPv4 address that is mapped into IPv6. */
const MAPPED_BITS = 96;

/** `52.73.72.6`, `2001:db8::1`, `10.0.0.0/8`; null for anything else. */
export function parseIpRange(text: string): IpRange | null {
  const [, address = '', prefix] = /^([^/]*)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text.trim()) ?? [];
  const known = parseIpv4(address) ?? parseIpv6(address);
  if (known === null) return null;
  const bits = known.family === 4 ? 32 : 128;
  if (prefix === undefined) return toPlain(known, bits);
  return Number(prefix) <= bits ? toPlain(known, Number(prefix)) : null;
}

/** An address as it is compared and shown: lower case, no zone, IPv4 where that is mapped. Text that is no address stays as it is. */
export function normalizeAddress(text: string): string {
  const [plain = ''] = text.trim().toLowerCase().split('%');
  const known = parseIpRange(plain);
  return known?.family === 4 ? known.address : plain;
}

/** Whether an address belongs to the machine that uses it. */
export function isLoopbackAddress(text: string): boolean {
  const plain = normalizeAddress(text);
  return plain === '::1' || /^127(?:\.\d+){3}$/.test(plain);
}

interface Parsed {
  readonly family: 4 | 6;
  readonly address: string;
  /** Of IPv6, 16 bits each. */
  readonly groups: readonly number[];
}

function toPlain({ family, address, groups }: Parsed, prefix: number): IpRange {
  const isMapped = family === 6 && groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped || prefix < MAPPED_BITS) return { family, address, prefix };
  const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
  return { family: 4, address: bytes.join('.'), prefix: prefix - MAPPED_BITS };
}

function parseIpv4(text: string): Parsed | null {
  const parts = text.split('.');
  const isValid = parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isValid ? { family: 4, address: text, groups: [] } : null;
}

function parseIpv6(text: string): Parsed | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, i) => toGroups(half, i === halves.length - 1));
  if (!head || tail === null) return null;
  const given = head.length + (tail?.length ?? 0);
  if (tail === undefined ? given !== 8 : given > 7) return null;
  const groups = [...head, ...Array.from({ length: 8 - given }, () => 0), ...(tail ?? [])];
  return { family: 6, address: text.toLowerCase(), groups };
}

/** The groups of one side of `::`; the last may be written as IPv4. Null where it is no such thing. */
function toGroups(text: string, isEnd: boolean): number[] | null {
  if (text === '') return [];
  const pieces = text.split(':');
  const last = pieces.at(-1) ?? '';
  const ipv4 = isEnd && last.includes('.') ? parseIpv4(last) : null;
  const plain = ipv4 === null ? pieces : pieces.slice(0, -1);
  if (!plain.every((piece) => /^[0-9a-f]{1,4}$/i.test(piece))) return null;
  const [a = 0, b = 0, c = 0, d = 0] = ipv4 === null ? [] : ipv4.address.split('.').map(Number);
  return [...plain.map((piece) => Number.parseInt(piece, 16)), ...(ipv4 === null ? [] : [a * 256 + b, c * 256 + d])];
}
