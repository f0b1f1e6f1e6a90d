import type { AnswerDecider } from '../answer/answer.ts';
import type { Chain, RequestRecord } from '../protocol/delivery.ts';

/** What joins a delivery to the other attempts: the identifier, or where none could be read the body's bytes. */
export type ChainJoin = Chain['joinedBy'];

/** What decides about the join. Sizes are bytes of the body: what was stored and what was received. */
export interface ChainCandidate {
  eventId: string | null;
  decidedBy: AnswerDecider;
  storedBytes: number;
  sizeBytes: number;
  completeness: RequestRecord['completeness'];
}

/**
 * What can join a delivery to others of its origin; null: nothing can. That a retry repeats event_id, or its bytes, is nowhere in the
 * specification (Errors, Limits): it is what senders were seen to do. An empty body says nothing, of one that was cut the rest is not known,
 * and a request for a token is no delivery.
 */
export function chainJoin(candidate: ChainCandidate): ChainJoin | null {
  if (candidate.decidedBy === 'token-endpoint') return null;
  if (candidate.eventId !== null) return 'event_id';
  const isWhole = candidate.storedBytes === candidate.sizeBytes && candidate.completeness !== 'incomplete';
  return isWhole && candidate.sizeBytes > 0 ? 'body' : null;
}
