import type { SendReport } from '#engine/simulator/send-report.ts';
import type { SendAttempt } from '#engine/simulator/send-attempt.ts';
import { toPrintableLine } from '#shared/envelope/printable-line.ts';
import { attemptLimit } from '#shared/spec/limits.ts';

/** One attempt for a person: local time, what, outcome, attempt of four, how long, which. */
export function formatAttempt({ call, attempt, startedAtMs, durationMs, status, error }: SendAttempt): string {
  const [first, ...more] = call.events;
  const what = more.length > 0 ? `batch of ${call.events.length}` : (first?.eventName ?? '(no event_name)');
  const outcome = formatOutcome(status, error);
  const parts = [formatClock(startedAtMs), what, outcome, `${attempt}/${attemptLimit}`, `${durationMs.toFixed(0)} ms`];
  if (more.length === 0 && first?.eventId) parts.push(first.eventId);
  return toPrintableLine(parts.join(' '), 1_000);
}

/** One attempt for a program: one line of JSON. In batch mode `eventId` and `eventName` are those of the first. */
export function formatAttemptJson({ call, attempt, startedAtMs, durationMs, status, error }: SendAttempt): string {
  const [first] = call.events;
  return JSON.stringify({
    event: 'attempt',
    eventId: first?.eventId ?? null,
    eventName: first?.eventName ?? null,
    eventIds: call.events.map(({ eventId }) => eventId),
    attempt,
    status,
    error,
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs: Math.round(durationMs * 1_000) / 1_000,
  });
}

/** The last line of a send. */
export function formatSendReport(report: SendReport, seed: number): string {
  const outcomes = Object.entries(report.byOutcome).map(([outcome, count]) => `${outcome} ×${count}`);
  const counts = [
    `${report.events} events`,
    `${report.accepted} accepted`,
    `${report.attempts} calls`,
    ...(outcomes.length > 0 ? [`ended in ${outcomes.join(', ')}`] : []),
    `seed ${seed}`,
  ];
  return `${report.stopped ? 'Stopped' : 'Done'}: ${counts.join(' · ')}`;
}

/** `✓200`, `✕500`, `✕timeout`: never by colour alone. */
export function formatOutcome(status: number | null, error: string | null): string {
  return status === 200 ? '✓200' : `✕${status ?? error ?? 'no answer'}`;
}

/** Local time of day with milliseconds. */
export function formatClock(atMs: number): string {
  const at = new Date(atMs);
  return `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}.${pad(at.getMilliseconds(), 3)}`;
}

function pad(value: number, length = 2): string {
  return value.toString().padStart(length, '0');
}
