import type { AnswerAction } from '../answer/answer.ts';
import type { HeaderPair } from '../http/header-pair.ts';
import type { AuthVerdict, Environment, Origin, StoryReference } from '../protocol/delivery.ts';

/** What a filter is evaluated against in memory: one delivery with its request. All times epoch milliseconds. */
export interface FilterSubject {
  id: number;
  requestId: number;
  receivedAtMs: number;
  eventTsMs: number | null;
  lagMs: number | null;
  /** Answer or hang-up minus receipt; null while open. */
  tookMs: number | null;
  eventId: string | null;
  eventName: string | null;
  attempt: number;
  answerAction: AnswerAction;
  answerStatus: number | null;
  unparsed: boolean;
  batchIndex: number | null;
  early: boolean;
  late: boolean;
  origin: Origin;
  environment: Environment;
  auth: AuthVerdict;
  sizeBytes: number;
  problems: readonly string[];
  references: readonly StoryReference[];
  method: string;
  target: string;
  sourceAddress: string;
  rawHeaders: readonly HeaderPair[];
  /** Envelope text (the delivery's slice of the body) decoded as UTF-8 with replacement. */
  text: string;
  /** Parsed envelope, or undefined where unparsed. Called at most once per evaluation. */
  envelope: () => unknown;
}
