// Carries a decision out: respond, hang, reset. Nothing is decided here. The outcome of an exchange is told to the sink once:
// `answeredAt` when the answer was carried out (last byte handed over, connection reset, hold ended by us), `peerClosedAt` when the
// peer hung up before that. Where we ended the connection first, its other requests read as dropped by us. A sender that only shut down its side may still wait for its answer: it is asked, see `askWhetherThere`.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AnswerController } from '#engine/answering/answer-controller.ts';
import type { CaptureSink, RequestOutcome } from '#engine/store/store.ts';
import type { AnswerDecision } from '#shared/answer/answer.ts';
import { plainAnswer } from '#shared/answer/fixed-answers.ts';
import { assertNever } from '#shared/errors/assert-never.ts';
import type { Clock } from './clock.ts';
import { finishExchange, whenTurn, type Connection, type Exchange } from './connection.ts';

export interface AnswerPorts {
  sink: CaptureSink;
  answers: Pick<AnswerController, 'held' | 'refund'>;
  clock: Clock;
  /** Ends a connection so that the peer sees a reset. */
  reset(socket: Socket): void;
  /** Called after an exchange is over. */
  onFinished(): void;
}

export interface AnswerGiver {
  give(exchange: Exchange, decision: AnswerDecision): void;
  /** The peer sends no more: an answer that is still waited with may have nobody to reach. */
  peerEnded(connection: Connection): void;
  /** The socket is closed: every stored exchange on it is over. */
  connectionClosed(connection: Connection): void;
  /** From now on every answer closes its connection, and held requests are let go. */
  drain(connections: Iterable<Connection>): void;
}

/** How often a sender that shut down its side is asked whether it is still there. */
const askEveryMs = 1000;
const hearAfterMs = 50;

/** How long a connection is still read after its last answer, so that the answer is not lost to a reset. */
const lingerMs = 2000;

export function createAnswerGiver({ sink, answers, clock, reset, onFinished }: AnswerPorts): AnswerGiver {
  let draining = false;

  function give(exchange: Exchange, decision: AnswerDecision): void {
    const { connection } = exchange;
    if (connection.socket.destroyed || connection.endedByUs) return settleClosed(exchange);
    switch (decision.action) {
      case 'respond':
        if (decision.delayMs === 0) return send(exchange, decision);
        return wait(exchange, 'delay', decision.delayMs, () => send(exchange, decision));
      case 'hang':
        return wait(exchange, 'hold', decision.holdMs, () => cut(exchange, destroy));
      case 'reset':
        return cut(exchange, decision.decidedBy === 'default' ? destroy : reset);
      default:
        return assertNever(decision.action);
    }
  }

  function wait(exchange: Exchange, waiting: 'delay' | 'hold', ms: number | null, action: () => void): void {
    if (draining && waiting === 'hold') return action();
    exchange.waiting = waiting;
    if (waiting === 'hold') hold(exchange, ms);
    if (ms !== null) {
      exchange.timer = setTimeout(() => {
        endWait(exchange);
        action();
      }, ms);
    }
    if (exchange.connection.peerEnded) askWhetherThere(exchange.connection);
  }

  /** Puts a request on the list of those that people can let go. */
  function hold(exchange: Exchange, ms: number | null): void {
    if (exchange.requestId === null) throw new Error('A request is held that was not stored');
    const sinceMs = clock.wallMs();
    exchange.leaveHeld = answers.held.add({
      requestId: exchange.requestId,
      sinceMs,
      untilMs: ms === null ? null : sinceMs + ms,
      release: (status) => release(exchange, status),
    });
  }

  function release(exchange: Exchange, status: number | null): boolean {
    if (exchange.connection.socket.destroyed) return false;
    // Recorded with the end: what is not written after all was not given.
    exchange.released = { status };
    endWait(exchange);
    if (status === null) cut(exchange, destroy);
    else send(exchange, { ...plainAnswer, status, decidedBy: 'override' });
    return true;
  }

  /**
   * Whether a peer that sends no more is gone cannot be seen until something is written. An interim answer says nothing to a sender that
   * still listens (RFC 9110, 15.2); one that is gone makes the connection close. Senders that know no interim answers count as gone; over
   * TLS the end of one side is the end of both.
   */
  function askWhetherThere(connection: Connection, asked = 0): void {
    const { socket, exchanges } = connection;
    if (socket.destroyed || ![...exchanges].some(({ waiting }) => waiting !== null)) return;
    const [first] = exchanges;
    if (first?.parsed == null || first.request.httpVersion !== '1.1') return destroy(socket);
    if (!first.parsed.response.headersSent) first.parsed.response.writeProcessing();
    // It is still there, so it was not its going when it shut down its side.
    if (asked > 2) connection.endedWhileWaitingAtMs = null;
    // The first question makes a peer that is gone say so; only the second one hears it.
    setTimeout(() => askWhetherThere(connection, asked + 1), asked === 0 ? hearAfterMs : askEveryMs).unref();
  }

  function endWait(exchange: Exchange): void {
    if (exchange.timer !== null) clearTimeout(exchange.timer);
    exchange.leaveHeld?.();
    exchange.leaveHeld = null;
    exchange.timer = null;
    exchange.waiting = null;
  }

  function send(exchange: Exchange, decision: AnswerDecision): void {
    if (exchange.parsed !== null) return write(exchange, exchange.parsed.response, decision);
    whenTurn(exchange, () => {
      const { socket, endedByUs } = exchange.connection;
      if (endedByUs) return settleClosed(exchange);
      const response = responseTo(exchange);
      response.on('finish', () => linger(socket));
      write(exchange, response, decision);
    });
  }

  function write(exchange: Exchange, response: ServerResponse, decision: AnswerDecision): void {
    response.on('finish', () => {
      const { connection } = exchange;
      // Node has ended its side by now where this was the last answer, be it by our will or the sender's.
      if (connection.socket.writableEnded) connection.endedByUs = true;
      settle(exchange, { answeredAtMs: clock.wallMs() });
    });
    if (closes(exchange, decision)) response.shouldKeepAlive = false;
    response.writeHead(decision.status ?? 200, headersOf(decision));
    if (decision.body === '') response.end();
    else response.end(decision.body);
  }

  /** The last answer of a connection that takes no more requests closes it. */
  function closes(exchange: Exchange, { decidedBy }: AnswerDecision): boolean {
    const { broken, exchanges } = exchange.connection;
    return decidedBy === 'store' || ((draining || broken) && [...exchanges].at(-1) === exchange);
  }

  function cut(exchange: Exchange, end: (socket: Socket) => void): void {
    whenTurn(exchange, () => {
      const { connection } = exchange;
      if (connection.endedByUs) return settleClosed(exchange);
      connection.endedByUs = true;
      settle(exchange, { answeredAtMs: clock.wallMs() });
      end(connection.socket);
    });
  }

  function settle(exchange: Exchange, outcome: RequestOutcome): void {
    endWait(exchange);
    if (!finishExchange(exchange)) return;
    const { requestId, released } = exchange;
    if (requestId !== null) sink.recordOutcome(requestId, released === null ? outcome : { released, ...outcome });
    onFinished();
  }

  function settleClosed(exchange: Exchange): void {
    const { closedAtMs, endedByUs, endedWhileWaitingAtMs } = exchange.connection;
    const endedAtMs = closedAtMs ?? clock.wallMs();
    if (!endedByUs) return settle(exchange, { peerClosedAtMs: endedWhileWaitingAtMs ?? endedAtMs });
    if (exchange.waiting === 'hold') return settle(exchange, { answeredAtMs: endedAtMs });
    drop(exchange, endedAtMs);
  }

  /** We ended the connection before its answer was written: whatever was decided, it got none, and its unit of a limit is given back. */
  function drop(exchange: Exchange, atMs: number): void {
    const { ticket } = exchange;
    exchange.ticket = null;
    if (ticket !== null) answers.refund(ticket);
    settle(exchange, { answeredAtMs: atMs, released: { status: null } });
  }

  return {
    give,
    peerEnded(connection) {
      const isWaiting = [...connection.exchanges].some(({ waiting }) => waiting !== null);
      if (isWaiting) connection.endedWhileWaitingAtMs = clock.wallMs();
      askWhetherThere(connection);
    },
    connectionClosed(connection) {
      for (const exchange of connection.exchanges) if (exchange.requestId !== null) settleClosed(exchange);
    },
    drain(connections) {
      draining = true;
      for (const { exchanges, socket } of connections) {
        if (exchanges.size === 0) socket.destroy();
        for (const exchange of exchanges) if (exchange.waiting === 'hold') cut(exchange, destroy);
      }
    },
  };
}

const destroy = (socket: Socket): void => void socket.destroy();

const emptyBody = { 'content-length': 0 };
function headersOf({ status, headers, body, decidedBy }: AnswerDecision): Record<string, string | number> {
  if (decidedBy === 'default') return emptyBody;
  return status === 204 ? headers : { ...headers, 'content-length': Buffer.byteLength(body) };
}

/** A response for a request that the parser refused; its connection is used for nothing else any more. */
function responseTo({ connection, request }: Exchange): ServerResponse {
  const incoming = new IncomingMessage(connection.socket);
  incoming.method = request.method;
  incoming.httpVersionMajor = 1;
  incoming.httpVersionMinor = 1;
  const response = new ServerResponse(incoming);
  response.shouldKeepAlive = false;
  response.assignSocket(connection.socket);
  return response;
}

function linger(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
