// One connection and the exchanges on it, in the order their requests arrived. Requests are read and stored independently;
// whatever ends the connection, or writes to it directly, waits its turn, so that earlier answers always go out first.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { AnswerTicket } from '#engine/answering/answer-controller.ts';
import type { CapturedRequest, RequestOutcome } from '#engine/store/store.ts';
import { normalizeAddress } from '#shared/http/ip-range.ts';
import type { BodyReading } from './read-body.ts';

export interface Connection {
  readonly socket: Socket;
  readonly peer: Pick<CapturedRequest, 'remoteAddress' | 'remotePort' | 'tls'>;
  /** Oldest first. */
  readonly exchanges: Set<Exchange>;
  /** Bytes read from the socket when the parser last told of a request: more than that is a head that never ended. */
  bytesAccounted: number;
  /** Settles when the last request that had to wait before it could be decided has been; null while none waits. */
  lastWaiting: Promise<void> | null;
  /** The parser gave up: nothing more can be read from this connection. */
  broken: boolean;
  /** The peer sends no more. It may still read, or be gone: that cannot be told apart until something is written. */
  peerEnded: boolean;
  /** When the peer stopped sending while it waited for an answer: if it proves gone, this is when it hung up. */
  endedWhileWaitingAtMs: number | null;
  /** When the socket closed; null while it is open. */
  closedAtMs: number | null;
  /** We ended it, or are about to: its end is not the peer's doing, and no answer that is not out yet goes out any more. */
  endedByUs: boolean;
}

/** One request on its way to its answer. */
export interface Exchange {
  readonly connection: Connection;
  /** Node's two halves; null where the parser refused the request: its answer is written once it is its turn. */
  readonly parsed: { readonly request: IncomingMessage; readonly response: ServerResponse } | null;
  readonly request: Pick<
    CapturedRequest,
    'method' | 'target' | 'httpVersion' | 'rawHeaders' | 'receivedAtMs' | 'receivedMonoMs'
  >;
  /** Bytes read from the socket when its head was complete; equal values began in one packet. */
  readonly bytesAtHead: number;
  /** null once the body is read. */
  reading: BodyReading | null;
  /** Set once stored. */
  requestId: number | null;
  /** What its answer used up; set once stored. */
  ticket: AnswerTicket | null;
  /** What people let it go with, while it was held. */
  released: NonNullable<RequestOutcome['released']> | null;
  /** Runs until a delay or a hold is over. */
  timer: NodeJS.Timeout | null;
  waiting: 'delay' | 'hold' | null;
  /** Takes it off the list of held requests; null while it is not on it. */
  leaveHeld: (() => void) | null;
  /** What waits for the earlier exchanges of the connection. */
  onTurn: (() => void) | null;
}

export function openConnection(socket: Socket): Connection {
  return {
    socket,
    peer: {
      remoteAddress: normalizeAddress(socket.remoteAddress ?? ''),
      remotePort: socket.remotePort ?? 0,
      tls: socket instanceof TLSSocket ? tlsFactsOf(socket) : null,
    },
    exchanges: new Set(),
    bytesAccounted: 0,
    lastWaiting: null,
    broken: false,
    peerEnded: false,
    endedWhileWaitingAtMs: null,
    closedAtMs: null,
    endedByUs: false,
  };
}

/** Runs an action once every earlier exchange of the connection is over. */
export function whenTurn(exchange: Exchange, action: () => void): void {
  const [first] = exchange.connection.exchanges;
  if (first === exchange) action();
  else exchange.onTurn = action;
}

/** Takes an exchange off its connection and lets the next one have its turn; false when it was off already. */
export function finishExchange(exchange: Exchange): boolean {
  const { exchanges } = exchange.connection;
  if (!exchanges.delete(exchange)) return false;
  const [next] = exchanges;
  next?.onTurn?.();
  return true;
}

function tlsFactsOf(socket: TLSSocket): CapturedRequest['tls'] {
  const { servername } = socket as { servername?: string | false };
  return {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().name,
    serverName: typeof servername === 'string' && servername !== '' ? servername : null,
  };
}
