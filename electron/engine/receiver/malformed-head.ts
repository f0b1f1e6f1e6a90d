// What can be told of bytes that the HTTP parser refused. Only for showing them and for checking credentials: the bytes themselves
// are the record, and nothing that is read here is ever taken as the framing of a request.
import type { HeaderPair } from '#shared/http/header-pair.ts';

/** A request line, and the lines below it that look like headers. */
export interface MalformedHead {
  method: string;
  target: string;
  httpVersion: string;
  rawHeaders: HeaderPair[];
}

const requestLine = /^[\r\n]*([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,32}) +([^\r\n]*?) +HTTP\/(\d+(?:\.\d+)?) *\r?\n/;

/** The head of a refused request; null where no request line can be recognised. */
export function readMalformedHead(bytes: Buffer): MalformedHead | null {
  const text = bytes.toString('latin1');
  const line = requestLine.exec(text);
  if (line === null) return null;
  const [matched, method = '', target = '', httpVersion = ''] = line;
  const [head = ''] = text.slice(matched.length).split(/\r?\n\r?\n/, 1);
  return { method, target, httpVersion, rawHeaders: head.split(/\r?\n/).flatMap(toPair) };
}

function toPair(line: string): HeaderPair[] {
  const colon = line.indexOf(':');
  return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]];
}

/** A well-formed request that began in the same packet as refused bytes. */
export interface PacketNeighbour {
  method: string;
  target: string;
  /** Body bytes as sent; null where they were chunked, so that the length on the wire is not known. */
  bodyBytes: number | null;
}

/**
 * Where the refused bytes of a packet begin: behind the well-formed requests that stand before them. `refusedAt` is where the
 * parser stopped, which bounds the search where a neighbour's length is not known.
 */
export function startOfRefused(packet: Buffer, neighbours: readonly PacketNeighbour[], refusedAt: number): number {
  let start = 0;
  for (const { method, target, bodyBytes } of neighbours) {
    const lineAt = packet.indexOf(`${method} ${target} `, start, 'latin1');
    const headEnd = packet.indexOf('\r\n\r\n', lineAt);
    if (lineAt === -1 || headEnd === -1) return start;
    start = bodyBytes === null ? endOfChunks(packet, headEnd, refusedAt) : headEnd + 4 + bodyBytes;
  }
  return Math.min(start, packet.length);
}

function endOfChunks(packet: Buffer, from: number, refusedAt: number): number {
  const lastChunk = packet.indexOf('\r\n0', from + 2);
  const end = lastChunk === -1 ? -1 : packet.indexOf('\r\n\r\n', lastChunk + 2);
  return end === -1 ? refusedAt : end + 4;
}
