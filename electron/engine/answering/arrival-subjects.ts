import { toArrivingDelivery, type ArrivingRequest } from '#shared/program/arriving-delivery.ts';
import type { RuleSubject } from '#shared/program/rule-matcher.ts';
import type { Arrival, ArrivedDelivery, ArrivedRequest } from './arrival.ts';
import { toChainName } from './attempt-tracker.ts';

/** A delivery nothing is known of: the body was not read. */
const unread: ArrivedDelivery = {
  chain: null,
  reading: {
    batchIndex: null,
    unparsed: true,
    eventId: null,
    eventName: null,
    eventTsMs: null,
    problems: [],
    readText: () => '',
  },
};

/** Gives each request that nothing joins to others a name of its own. */
let unjoined = 0;

/** The deliveries of a request as rules see them, at least one. `attempts` are those of its deliveries; null where none was counted. */
export function toRuleSubjects(
  { request, deliveries }: Arrival,
  attempts: readonly (number | null)[] | null,
): RuleSubject[] {
  const known = toArrivingRequest(request);
  return (deliveries ?? [unread]).map(({ chain, reading }, i) => ({
    event: chain === null ? `unjoined ${(unjoined += 1)}` : toChainName(chain),
    delivery: toArrivingDelivery(known, { ...reading, attempt: attempts?.[i] ?? null }),
  }));
}

function toArrivingRequest({ auth, ...request }: ArrivedRequest): ArrivingRequest {
  const { receivedAtMs, origin, environment, allowed, sizeBytes, method, target, sourceAddress, rawHeaders } = request;
  return {
    receivedAtMs,
    origin,
    environment,
    allowed,
    sizeBytes,
    method,
    target,
    sourceAddress,
    rawHeaders,
    auth: auth.verdict,
  };
}
