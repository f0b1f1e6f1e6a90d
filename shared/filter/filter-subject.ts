import type { AnswerAction, AnswerDecider } from '../answer/answer.ts';
import type { HeaderPair } from '../http/header-pair.ts';
import type { AttemptClass, AuthVerdict, Environment, Origin, StoryReference } from '../protocol/delivery.ts';

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
  answerDecidedBy: AnswerDecider;
  /** What it is in its chain of attempts; none where that is not known yet. */
  classes: readonly AttemptClass[];
  /** A later delivery of its chain is stored. */
  superseded: boolean;
  /** Last attempt of a chain that the sender gave up. */
  gaveUp: boolean;
  unparsed: boolean;
  batchIndex: number | null;
  early: boolean;
  late: boolean;
  origin: Origin;
  environment: Environment;
  auth: AuthVerdict;
  /** Ordinal of the sender's credential; null without one, and where it is not known yet. */
  credential: number | null;
  /** Whether the source address is on the allow-list; null without one, and for own traffic. */
  allowed: boolean | null;
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
