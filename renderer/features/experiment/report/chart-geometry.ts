import type { ExperimentReport } from '#shared/protocol/experiment.ts';

export interface ChartMark {
  requestId: number;
  x: number;
  attempt: number;
  isAccepted: boolean;
  /** Where the time ends that the sender waited for an answer; null where it did not hang up. */
  heldTo: number | null;
  /** The gap before it, and where its figure fits; null for the first, and where there is no room. */
  gap: { ms: number; x: number } | null;
}

export interface Chart {
  width: number;
  height: number;
  spanMs: number;
  ticks: { x: number; atMs: number }[];
  lanes: { key: string; y: number; x1: number; x2: number; marks: ChartMark[] }[];
}

type ReportedEvent = ExperimentReport['events'][number];

const width = 846;
const margin = 14;
const laneHeight = 28;
const axisHeight = 22;
/** Lanes that are drawn; the table lists all. */
const mostLanes = 20;
/** Room that the figure of a gap needs beside two marks. */
const figureWidth = 56;
const tickCount = 6;

/** Where everything is drawn; null where there is no second attempt to measure to. */
export function toChart(events: readonly ReportedEvent[]): Chart | null {
  const drawn = events.slice(0, mostLanes);
  const spanMs = Math.max(0, ...drawn.flatMap((event) => toTimes(event)));
  if (spanMs === 0) return null;
  const toX = (atMs: number): number => margin + (atMs / spanMs) * (width - 2 * margin);
  return {
    width,
    height: drawn.length * laneHeight + axisHeight,
    spanMs,
    ticks: toTicks(spanMs).map((atMs) => ({ atMs, x: toX(atMs) })),
    lanes: drawn.map((event, i) => {
      const marks = toMarks(event, toX);
      return {
        key: `${event.eventId ?? ''} ${event.attempts[0]?.deliveryId ?? i}`,
        y: i * laneHeight + laneHeight / 2 + 2,
        x1: margin,
        x2: marks.at(-1)?.x ?? margin,
        marks,
      };
    }),
  };
}

/** Since the first attempt, and where the sender still waited after the last. */
function toTimes({ attempts }: ReportedEvent): number[] {
  let atMs = 0;
  return attempts.flatMap(({ gapMs, waitedMs }, i) => {
    if (i > 0) atMs += gapMs ?? 0;
    return [atMs, atMs + (waitedMs ?? 0)];
  });
}

function toMarks({ attempts }: ReportedEvent, toX: (atMs: number) => number): ChartMark[] {
  let atMs = 0;
  return attempts.map(({ requestId, attempt, answer, gapMs, waitedMs }, i) => {
    const before = toX(atMs);
    if (i > 0) atMs += gapMs ?? 0;
    const x = toX(atMs);
    const hasRoom = i > 0 && gapMs !== null && x - before >= figureWidth;
    return {
      requestId,
      x,
      attempt,
      isAccepted: answer === '200' || answer === 'released 200',
      heldTo: waitedMs === null ? null : toX(atMs + waitedMs),
      gap: hasRoom ? { ms: gapMs, x: (before + x) / 2 } : null,
    };
  });
}

/** Round times from 0 on, a handful. */
function toTicks(spanMs: number): number[] {
  const rough = spanMs / tickCount;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  return Array.from({ length: Math.floor(spanMs / step) + 1 }, (_, i) => i * step);
}
