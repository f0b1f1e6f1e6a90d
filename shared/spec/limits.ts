// The numbers of the section “Limits”: as constants where code computes with them, as a table where people read them.
// What has no number in the spec (delays, time-out, maximum size) has none here either.

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Attempts per event: the first call and up to three retries, after 500 or a time-out only (section “Limits”). */
export const attemptLimit = 4;

/** Events in one call outside batch mode (section “Limits”). */
export const eventsPerCall = 1;

/** A delivery receipt can arrive this long after notification.attempted, in milliseconds (section “Limits”). */
export const receiptWindowMs = 72 * hourMs;

/** More messages to one customer within the window give notification.not_attempted (section “Limits”). */
export const messageRate = { messages: 10, windowMs: 15 * minuteMs } as const;

/** A second identical message to one customer within this time gives notification.not_attempted (section “Limits”). */
export const identicalMessageWindowMs = 15 * minuteMs;

/** One row of the table of limits, in words for people. */
export interface LimitSpec {
  name: string;
  value: string;
  appliesTo: string;
}

/** The table of the section “Limits”. Delays, time-out, maximum payload size and rate limit are in `notShown`. */
export const limits: readonly LimitSpec[] = [
  { name: 'Transport security', value: 'TLS 1.2 or higher; HTTPS only', appliesTo: 'Every call' },
  { name: 'Events per call', value: '1 (non-batch mode)', appliesTo: 'Every call' },
  {
    name: 'Attempts per event',
    value: '4 in total (the first call and up to three retries), with delays between retries',
    appliesTo: 'Calls answered with 500 or timing out',
  },
  {
    name: 'After the fourth failed attempt',
    value: 'The error is logged and the service moves on to the next event; the failed event is not retried further',
    appliesTo: 'Calls answered with 500 or timing out',
  },
  {
    name: 'Messages per customer',
    value: 'Not more than 10 in a 15-minute window; beyond that notification.not_attempted is emitted',
    appliesTo: 'SMS notifications',
  },
  {
    name: 'Identical message',
    value: 'Only one per customer in a 15-minute window; a duplicate yields notification.not_attempted',
    appliesTo: 'SMS notifications',
  },
  {
    name: 'Aggregator receipt latency',
    value: 'Up to 72 hours after notification.attempted',
    appliesTo: 'notification.delivered, notification.undelivered',
  },
  {
    name: 'Rate',
    value:
      'Large jobs can produce several thousand calls per minute, especially in non-batch mode; batch mode reduces the load',
    appliesTo: 'Receiver capacity',
  },
];
