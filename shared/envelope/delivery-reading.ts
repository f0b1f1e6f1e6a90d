import type { StoryReference } from '../protocol/delivery.ts';

/** What one envelope (or one place where none could be found) says, as far as the list, the order and the stories need it. */
export interface DeliveryReading {
  /** Position in a batch from 0; null for a single-mode body. */
  batchIndex: number | null;
  /** Byte span of the envelope within the body, end exclusive; the whole body where nothing was found. */
  start: number;
  end: number;
  unparsed: boolean;
  parseError: { message: string; offset: number | null } | null;
  eventId: string | null;
  eventName: string | null;
  /** Epoch milliseconds; null where absent or not a time we can read (then `event_ts_invalid` is among the problems). */
  eventTsMs: number | null;
  references: StoryReference[];
  /** Stable short codes. */
  problems: string[];
  /** One line for the list. */
  summary: string;
}
