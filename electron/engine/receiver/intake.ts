// The way of a request: head, body, credentials, decision, store, and only then the answer. Every run of bytes that reaches us ends
// in exactly one record: a request Node could parse here, bytes it refused, or a request whose sender went away before its end.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AnswerController, AnswerTicket } from '#engine/answering/answer-controller.ts';
import { toArrival, type ArrivedRequest, type Arrival } from '#engine/answering/arrival.ts';
import {
  isRefused,
  type AuthJudgement,
  type SenderGate,
  type TokenJudgement,
} from '#engine/sender-auth/sender-gate.ts';
import type { CapturedRequest, CaptureSink } from '#engine/store/store.ts';
import { noAnswer, unstoredAnswer } from '#shared/answer/fixed-answers.ts';
import { headerValues, toHeaderPairs } from '#shared/http/header-pair.ts';
import { inArrivalOrder } from './arrival-order.ts';
import { createBodyBudget } from './body-budget.ts';
import type { Clock } from './clock.ts';
import { openConnection, type Connection, type Exchange } from './connection.ts';
import { createAnswerGiver } from './give-answer.ts';
import { readMalformedHead, startOfRefused, type PacketNeighbour } from './malformed-head.ts';
import type { Provenance, RequestSource } from './provenance.ts';
import { readBody, type BodyLimits, type BodyReading, type ReadBody } from './read-body.ts';
import { createReceiverCounters, type ReceiverCounters } from './receiver-counters.ts';

export interface IntakeLimits extends BodyLimits {
  /** Body bytes in memory at once, over all requests; beyond it senders are paused. */
  maxBytesInFlight: number;
  /** What is kept of bytes that are not HTTP. */
  keptMalformedBytes: number;
}

export interface IntakePorts {
  sink: CaptureSink;
  answers: AnswerController;
  gate: SenderGate;
  provenance: Provenance;
  limits: IntakeLimits;
  clock: Clock;
  /** Ends a connection so that the peer sees a reset. */
  reset(socket: Socket): void;
}

/** What Node tells about a connection it cannot go on with. */
export interface ConnectionFault extends Error {
  /** The bytes the parser refused, with what stood before them in the same packet; absent for time-outs and hang-ups. */
  rawPacket?: Buffer;
  /** Where in the packet the parser stopped. */
  bytesParsed?: number;
}

export interface Intake {
  connect(socket: Socket): void;
  /** A parsed head; `target` as sent. */
  receive(request: IncomingMessage, response: ServerResponse, target: string): void;
  /** CONNECT: recorded and answered like the rest, and never a tunnel. */
  receiveConnect(request: IncomingMessage, head: Buffer): void;
  /** The connection cannot be parsed any further. */
  fail(fault: ConnectionFault, socket: Socket): void;
  /** Lets held requests go and resolves when everything accepted is stored and answered; every answer closes its connection. */
  drain(): Promise<void>;
  /** Says that the connections still open are about to be ended by us, not by their peers. */
  abandon(): void;
  inFlight(): number;
  counters(): ReceiverCounters;
}

type Head = Exchange['request'];
/** What was found about one request. */
interface Findings {
  body: ReadBody;
  finding: AuthJudgement;
  source: RequestSource;
}
/** What its credentials came to. `token`: it asks for a token, which no armed answer touches. */
type Examined = Pick<Findings, 'finding'> & { token: TokenJudgement | null };
/** A request of which everything is known that decides its answer. */
interface Ready extends Pick<Examined, 'token'> {
  arrival: Arrival;
  refusal: Parameters<AnswerController['decide']>[1];
}
const undecided: AnswerTicket = { decision: noAnswer, use: null };

export function createIntake(ports: IntakePorts): Intake {
  const { sink, answers, gate, provenance, limits, clock } = ports;
  const connections = new Map<Socket, Connection>();
  const counters = createReceiverCounters(clock);
  const reader = { limits, budget: createBodyBudget(limits.maxBytesInFlight) };
  let inFlight = 0;
  let onIdle: (() => void) | null = null;
  const giver = createAnswerGiver({ ...ports, onFinished });

  function onFinished(): void {
    inFlight -= 1;
    if (inFlight === 0) onIdle?.();
  }

  function connect(socket: Socket): void {
    const connection = openConnection(socket);
    connections.set(socket, connection);
    socket.on('error', ignoreSocketError);
    socket.on('end', () => {
      connection.peerEnded = true;
      giver.peerEnded(connection);
    });
    socket.on('close', () => {
      connection.closedAtMs = clock.wallMs();
      connections.delete(socket);
      for (const { reading } of connection.exchanges) reading?.end('incomplete');
      giver.connectionClosed(connection);
    });
  }

  function open(connection: Connection, request: Head, parsed: Exchange['parsed']): Exchange {
    const bytesAtHead = connection.socket.bytesRead;
    const exchange: Exchange = {
      connection,
      parsed,
      request,
      bytesAtHead,
      reading: null,
      requestId: null,
      ticket: null,
      released: null,
      timer: null,
      waiting: null,
      leaveHeld: null,
      onTurn: null,
    };
    connection.bytesAccounted = bytesAtHead;
    connection.exchanges.add(exchange);
    inFlight += 1;
    counters.countReceived();
    return exchange;
  }

  function receive(request: IncomingMessage, response: ServerResponse, target: string): void {
    const connection = connections.get(request.socket);
    if (connection === undefined) return void request.destroy();
    const exchange = open(connection, headOf(request, target), { request, response });
    exchange.reading = readBody(request, reader, (body) => {
      exchange.reading = null;
      connection.bytesAccounted = connection.socket.bytesRead;
      void recordBudgeted(exchange, body);
    });
  }

  async function recordBudgeted(exchange: Exchange, body: ReadBody): Promise<void> {
    await record(exchange, body);
    reader.budget.release(body.body.length);
  }

  function receiveConnect(request: IncomingMessage, head: Buffer): void {
    const connection = connections.get(request.socket);
    if (connection === undefined) return void request.socket.destroy();
    connection.broken = true;
    request.socket.resume();
    const exchange = open(connection, headOf(request, request.url ?? ''), null);
    void record(exchange, { body: head, sizeBytes: head.length, truncated: false, completeness: 'complete' });
  }

  function fail(fault: ConnectionFault, socket: Socket): void {
    const connection = connections.get(socket);
    if (connection === undefined) return void socket.destroy();
    if (connection.broken) return;
    connection.broken = true;
    const { rawPacket, bytesParsed = 0 } = fault;
    const cut = endWholeBodies(connection);
    if (cut && rawPacket) return cut.end('malformed', refusedRest(rawPacket, bytesParsed));
    if (cut) return cut.end('incomplete');
    if (rawPacket) return receiveMalformed(connection, rawPacket, bytesParsed);
    if (socket.bytesRead > connection.bytesAccounted) return receivePartialHead(connection);
    if (connection.exchanges.size === 0) socket.destroy();
  }

  function refusedRest(packet: Buffer, bytesParsed: number): Buffer {
    return Buffer.from(packet.subarray(bytesParsed, bytesParsed + limits.keptMalformedBytes));
  }

  function receiveMalformed(connection: Connection, packet: Buffer, bytesParsed: number): void {
    const refused = packet.subarray(startOfRefused(packet, neighboursIn(connection), bytesParsed));
    const body = Buffer.from(refused.subarray(0, limits.keptMalformedBytes));
    const head = readMalformedHead(body);
    const exchange = open(connection, { ...noHead, ...head, ...stamp() }, null);
    const truncated = body.length < refused.length;
    void record(exchange, { body, sizeBytes: refused.length, truncated, completeness: 'malformed' });
  }

  /** The bytes of a head that never ended are not handed out by the parser; that they came, and how many, is kept. */
  function receivePartialHead(connection: Connection): void {
    const sizeBytes = connection.socket.bytesRead - connection.bytesAccounted;
    const exchange = open(connection, { ...noHead, ...stamp() }, null);
    void record(exchange, { body: Buffer.alloc(0), sizeBytes, truncated: true, completeness: 'incomplete' });
  }

  function record(exchange: Exchange, body: ReadBody): Promise<void> {
    const { connection, request } = exchange;
    const source = provenance.judge(connection.peer.remoteAddress, request.rawHeaders, request.receivedAtMs);
    const toReady = ({ finding, token }: Examined): Ready | Promise<Ready> => {
      const arrival = toArrival(toArrived(connection, request, { body, finding, source }));
      const refusal = source.refused ? 'allow-list' : isRefused(finding) ? 'authentication' : null;
      return prepared({ arrival, token, refusal });
    };
    const examined = examine(request, body);
    const ready = examined instanceof Promise ? examined.then(toReady) : toReady(examined);
    return inArrivalOrder(connection, ready, (found) => settle(exchange, found));
  }

  /** What an armed program has to know of a request is waited for, while it asks for anything. */
  function prepared(ready: Ready): Ready | Promise<Ready> {
    const waiting = ready.token === null ? answers.prepare(ready.arrival) : null;
    return waiting === null ? ready : waiting.then(() => prepared(ready));
  }

  /** Only a token that has to be verified, or issued, is waited for. */
  function examine(
    { method, target, rawHeaders }: Head,
    { body, completeness }: ReadBody,
  ): Examined | Promise<Examined> {
    const issue = completeness === 'complete' ? gate.issueToken(method, target) : null;
    if (issue !== null) return issue(rawHeaders, body).then((token) => ({ finding: token.auth, token }));
    const verified = gate.verify(rawHeaders);
    if (verified instanceof Promise) return verified.then((finding) => ({ finding, token: null }));
    return { finding: verified, token: null };
  }

  /** Decides and begins to store in one step; then the answer. */
  async function settle(exchange: Exchange, { arrival, token, refusal }: Ready): Promise<void> {
    const { request } = arrival;
    // Only where a program was armed meanwhile that has to know more.
    for (let more = prepareAgain(); more !== null; more = prepareAgain()) await more;
    const answerable = request.completeness !== 'incomplete' && request.method !== '';
    const ticket = token === null ? decide() : { ...undecided, decision: token.decision };
    if (request.completeness === 'incomplete') counters.countIncomplete();
    if (request.completeness === 'malformed') counters.countMalformed();
    let { decision } = ticket;
    try {
      exchange.requestId = await sink.append(toCaptured(request, decision));
      exchange.ticket = ticket;
      token?.stored();
    } catch {
      // The sink has said why to whoever watches the store; here it only means that the sender must keep the event.
      counters.countUnstored();
      answers.refund(ticket);
      decision = answerable ? unstoredAnswer : noAnswer;
    }
    giver.give(exchange, decision);

    function prepareAgain(): Promise<void> | null {
      return token === null ? answers.prepare(arrival) : null;
    }
    function decide(): AnswerTicket {
      if (answerable) return answers.decide(arrival, refusal);
      answers.pass(arrival);
      return undecided;
    }
  }

  function stamp(): Pick<Head, 'receivedAtMs' | 'receivedMonoMs'> {
    return { receivedAtMs: clock.wallMs(), receivedMonoMs: clock.monoMs() };
  }

  function headOf(request: IncomingMessage, target: string): Head {
    return {
      method: request.method ?? '',
      target,
      httpVersion: request.httpVersion,
      rawHeaders: toHeaderPairs(request.rawHeaders),
      receivedAtMs: clock.wallMs(),
      receivedMonoMs: clock.monoMs(),
    };
  }

  function drain(): Promise<void> {
    giver.drain(connections.values());
    return new Promise((resolve) => {
      onIdle = resolve;
      if (inFlight === 0) resolve();
    });
  }

  function abandon(): void {
    for (const connection of connections.values()) connection.endedByUs = true;
  }

  return {
    connect,
    receive,
    receiveConnect,
    fail,
    drain,
    abandon,
    inFlight: () => inFlight,
    counters: () => counters.read(),
  };
}

function toArrived({ peer }: Connection, request: Head, { body, finding, source }: Findings): ArrivedRequest {
  const { sourceAddress, environment, origin, allowed, rawHeaders } = source;
  return { ...request, ...peer, ...body, rawHeaders, sourceAddress, environment, origin, allowed, auth: finding };
}

function toCaptured(request: ArrivedRequest, decision: AnswerTicket['decision']): CapturedRequest {
  const { action, status, decidedBy, detail, note } = decision;
  return { ...request, answer: { action, status, decidedBy, detail, note } };
}

const noHead = { method: '', target: '', httpVersion: '', rawHeaders: [] };

/** Well-formed requests that began in the packet now being parsed, oldest first. */
function neighboursIn({ exchanges, socket }: Connection): PacketNeighbour[] {
  return [...exchanges]
    .filter(({ bytesAtHead }) => bytesAtHead === socket.bytesRead)
    .map(({ request: { method, target, rawHeaders } }) => {
      const chunked = headerValues(rawHeaders, 'transfer-encoding').length > 0;
      const [length = 0] = headerValues(rawHeaders, 'content-length');
      return { method, target, bodyBytes: chunked ? null : Number(length) };
    });
}

/** Ends the bodies that were parsed to their end, so that they are recorded before what follows; gives the one that was not. */
function endWholeBodies({ exchanges }: Connection): BodyReading | null {
  for (const { parsed, reading } of exchanges) {
    if (parsed?.request.complete === false) return reading;
    reading?.end('complete');
  }
  return null;
}

/** Every socket error is followed by `close`, which is where exchanges end. */
function ignoreSocketError(): void {}
