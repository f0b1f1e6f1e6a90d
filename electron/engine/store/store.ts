import type { AnswerAction, AnswerDecider } from '#shared/answer/answer.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import type { AuthVerdict, Environment, Origin } from '#shared/protocol/delivery.ts';
import type { Experiment, ExperimentReport, ExperimentRequest } from '#shared/protocol/experiment.ts';
import type { FilterQuery } from '#shared/protocol/query.ts';

/** One request as the receiver hands it over, complete with the answer that was decided but not yet given. */
export interface CapturedRequest {
  receivedAtMs: number;
  /** Monotonic milliseconds of this process (performance.now()). */
  receivedMonoMs: number;
  method: string;
  target: string;
  httpVersion: string;
  rawHeaders: readonly HeaderPair[];
  remoteAddress: string;
  remotePort: number;
  tls: { protocol: string; cipher: string; serverName: string | null } | null;
  sourceAddress: string;
  environment: Environment;
  auth: { verdict: AuthVerdict; scheme: string | null; reason: string | null; enforced: boolean };
  /** Whether the source address is on the allow-list; null without one, and for own traffic. */
  allowed: boolean | null;
  origin: Origin;
  /** Body bytes as received after de-chunking; the first bytes only where `truncated`. */
  body: Uint8Array;
  sizeBytes: number;
  truncated: boolean;
  completeness: 'complete' | 'incomplete' | 'malformed';
  answer: {
    action: AnswerAction;
    status: number | null;
    decidedBy: AnswerDecider;
    detail?: string | null;
    note?: string | null;
  };
}

/** How a conversation ended: what is known of it, each at most once. */
export interface RequestOutcome {
  answeredAtMs?: number;
  peerClosedAtMs?: number;
  /** What a held request was let go with; `status` null: the connection was dropped. */
  released?: { status: number | null };
}

/** The part of the store that the receiver needs. */
export interface CaptureSink {
  /**
   * Resolves with the request's id once the request is committed with an fsync; only then may it be answered.
   * Rejects with `STORE_UNAVAILABLE` when it could not be committed: answer 500, whatever was decided.
   */
  append(request: CapturedRequest): Promise<number>;
  /** How the conversation ended; written behind, never awaited; called at most once per field. */
  recordOutcome(requestId: number, outcome: RequestOutcome): void;
}

/** What a replay reads: the bytes and head of one captured delivery. */
export interface ReplayableDelivery {
  deliveryId: number;
  requestId: number;
  method: string;
  target: string;
  rawHeaders: readonly HeaderPair[];
  receivedAtMs: number;
  orderTsMs: number;
  /** Batches are replayed as the whole request once: the body of the request. */
  body: Uint8Array;
}

/** A shot as the replayer reports it for storage. */
export interface ShotRecord {
  replayId: number;
  deliveryId: number;
  targetUrl: string;
  edited: boolean;
  startedAtMs: number;
  durationMs: number | null;
  status: number | null;
  error: string | null;
  responseHeaders: readonly HeaderPair[];
  /** At most 64 KiB. */
  responseBody: Uint8Array;
}

/** What to replay: deliveries by id, or everything a filter matches. */
export type ReplaySelection = { deliveryIds: readonly number[] } | FilterQuery;

/** The part of the store that replays need. */
export interface ReplayStore {
  /** Ids of the deliveries to send, in arrival order: `deliveryIds` as given, or everything the filter matches. */
  selectForReplay(selection: ReplaySelection): Promise<ReplayPlanEntry[]>;
  readForReplay(deliveryId: number): Promise<ReplayableDelivery>;
  /** Stores the start of a run; resolves with its id. `request` is what was asked, without credentials. */
  createReplay(targetUrl: string, request: unknown, startedAtMs: number): Promise<number>;
  /** Stores one result; resolves when committed. */
  recordShot(shot: ShotRecord): Promise<void>;
}

/** What ordering and pacing need to know before a body is read. */
export interface ReplayPlanEntry {
  deliveryId: number;
  requestId: number;
  receivedAtMs: number;
  orderTsMs: number;
}

/** An experiment as the capture file keeps it. Times are epoch milliseconds. */
export interface StoredExperiment {
  id: number;
  startedAtMs: number;
  /** Null: it was under way when this was written. */
  endedAtMs: number | null;
  state: Experiment['state'];
  message: string;
  request: ExperimentRequest;
  report: ExperimentReport;
}

/** Which observations to read. Requests up to `afterRequestId` are not looked at: they came before the experiment. */
export interface ObservationQuery {
  experimentId: number;
  request: ExperimentRequest;
  afterRequestId: number;
  /** When and why (a clause) nothing could arrive any more, epoch milliseconds; null while it could. */
  cut: { atMs: number; reason: string } | null;
}

/** What was observed so far. */
export interface ObservedExperiment {
  report: ExperimentReport;
  /** Attempts seen, and those of them whose conversation has not ended. */
  attempts: number;
  open: number;
}

/** The part of the store that experiments need. */
export interface ExperimentStore {
  /** Stores a new experiment (`id` null), or what became of one; resolves with its id when committed. */
  writeExperiment(experiment: Omit<StoredExperiment, 'id'> & { id: number | null }): Promise<number>;
  /** Newest first. */
  readExperiments(): Promise<StoredExperiment[]>;
  /** Null where there is none. */
  readExperiment(id: number): Promise<StoredExperiment | null>;
  /** The report, made from what is stored. */
  observeExperiment(query: ObservationQuery): Promise<ObservedExperiment>;
  /** Last request stored, and last one that is decoded and listed. */
  progress(): { requests: number; derivedTo: number };
  /** Called after every change of stored rows. */
  onChange(listener: () => void): void;
}
