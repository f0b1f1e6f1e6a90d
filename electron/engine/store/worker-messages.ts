// What the threads of the store say to each other. Payloads of strangers never appear here in parsed form: bodies travel as
// bytes, answers of readers as finished JSON text, and derived facts as flat, capped rows.
import type { ShotRecord } from './store.ts';

/** One decoded delivery on its way from the deriver to the writer; flat, capped, no payload. */
export interface DerivedDelivery {
  requestId: number;
  batchIndex: number | null;
  receivedAt: number;
  eventTs: number | null;
  eventId: string | null;
  /** Whether anything can join it to other attempts, see `chainJoin`. */
  chained: boolean;
  eventName: string | null;
  answerAction: string;
  answerStatus: number | null;
  origin: string;
  environment: string;
  auth: string;
  sizeBytes: number;
  unparsed: boolean;
  problems: string;
  summary: string;
  spanStart: number;
  spanEnd: number;
  bodySha256: Uint8Array;
  /** The envelope's own bytes, for deliveries of a batch and of a body with Content-Encoding. */
  slice: Uint8Array | null;
  /** What the sender proved itself with; null without, and for own traffic. The same for every delivery of a request. */
  credential: DerivedCredential | null;
  /** Alternating entity index and value. */
  references: (number | string)[];
}

/** A credential as the table `credentials` keeps it. */
export interface DerivedCredential {
  digest: Uint8Array;
  scheme: string;
  issuedAt: number | null;
  expiresAt: number | null;
  subject: string | null;
}

/** A row of `experiments`; `id` null for a new one, request and report as JSON. */
export interface ExperimentRow {
  id: number | null;
  startedAt: number;
  endedAt: number | null;
  state: string;
  message: string;
  request: string;
  report: string;
}

/** Main thread → writer. */
export type WriterRequest =
  | { type: 'batch'; firstId: number; count: number; bytes: ArrayBuffer }
  | { type: 'outcomes'; rows: (number | null)[] }
  | { type: 'replay'; call: number; targetUrl: string; request: string; startedAt: number }
  | { type: 'shot'; call: number; shot: ShotRecord }
  | { type: 'experiment'; call: number; row: ExperimentRow }
  | { type: 'close' };

/** Writer → main thread. */
export type WriterReply =
  | { type: 'ready'; runId: number; lastRequestId: number; deliveries: number; derivedTo: number }
  | { type: 'failed-to-open'; code: string; message: string }
  | { type: 'committed' }
  | { type: 'batch-failed'; message: string }
  | { type: 'called'; call: number; id: number }
  | { type: 'call-failed'; call: number; message: string }
  | { type: 'derived'; deliveries: number; derivedTo: number; olderChanged: boolean }
  | { type: 'derive-failed'; message: string }
  | { type: 'closed' };

/** Writer ↔ deriver, over a channel of their own. */
export type DeriverRequest = { type: 'read'; afterRequestId: number };
export type DeriverReply = { type: 'read'; throughRequestId: number; deliveries: DerivedDelivery[] };

/** Main thread → reader: one query at a time. */
export interface ReaderRequest {
  call: number;
  query: string;
  args: unknown;
}

/** Reader → main thread: bytes of JSON (or raw bytes), or an error's code and message. */
export type ReaderReply =
  { call: number; bytes: Uint8Array<ArrayBuffer> } | { call: number; code: string; message: string; details: unknown };

/** Number of the call that nobody made: a reader's word that it is loaded. */
export const LOADED = 0;

const CANCEL_SLOTS = 64;

/**
 * Memory shared with a reader, as 32-bit integers: how often older rows have changed, and slots that name cancelled calls. Calls that
 * share a slot are so far apart that at worst one scan runs to its end.
 */
export const readerSignals = {
  sizeBytes: 4 * (1 + CANCEL_SLOTS),
  olderChanges: 0,
  cancelSlot: (call: number): number => 1 + (call % CANCEL_SLOTS),
};
