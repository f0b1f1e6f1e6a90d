import type { Fault } from '../answer/answer.ts';
import type { Experiment, ExperimentReport } from '../protocol/experiment.ts';
import { durationText } from './duration-text.ts';

/** A report as Markdown, to be sent on. What strangers wrote (names, ids) stands in code spans. */
export function toMarkdown({
  id,
  state,
  startedAt,
  endedAt,
  message,
  request,
  report,
}: Omit<Experiment, 'markdown'>): string {
  const blocks = [
    `# Retry experiment ${id}`,
    bullets([
      `Started ${startedAt}${endedAt === null ? ', still under way' : `, ended ${endedAt}`} (${state}): ${message}`,
      `Failed: the first ${request.events === 1 ? 'event' : `${request.events} events`} that fit ${filterText(request.filter)}, ${faultText(request.fault)} for ${failuresText(request.failures)}`,
      `Taking part: ${request.ownTraffic ? 'also test events and replays' : 'the platform only'}`,
    ]),
    '## Findings',
    bullets(report.findings.map(plain)),
    ...report.events.map(eventTable),
    ...gapTable(report),
    '## What this does not show',
    bullets(report.caveats),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** An answer in words: `500`, `500 after 2.00 s`, `held until the sender hangs up`. */
export function faultText(fault: Fault): string {
  switch (fault.action) {
    case 'respond':
      return `${fault.status}${fault.delayMs === undefined || fault.delayMs === 0 ? '' : ` after ${durationText(fault.delayMs)}`}`;
    case 'hang':
      return fault.holdMs === undefined
        ? 'no answer until the sender hangs up'
        : `no answer for ${durationText(fault.holdMs)}`;
    case 'reset':
      return 'connection reset';
  }
}

/** `every attempt`, `attempt 1`, `attempts 1 to 3`. */
export function failuresText(failures: number | null): string {
  if (failures === null) return 'every attempt';
  return failures === 1 ? 'attempt 1' : `attempts 1 to ${failures}`;
}

function eventTable({ eventId, eventName, attempts }: ExperimentReport['events'][number]): string {
  const rows = attempts.map(({ attempt, receivedAt, gapMs, answer, waitedMs, sameBody, changedHeaders }) => [
    String(attempt),
    receivedAt,
    optional(gapMs),
    answer,
    optional(waitedMs),
    sameBody === null ? '' : sameBody ? 'same' : '**different**',
    changedHeaders === null ? '' : changedHeaders.length === 0 ? 'none' : changedHeaders.map(code).join(', '),
  ]);
  const title = `## ${code(eventName ?? 'no event_name')} ${eventId === null ? '(no event_id)' : code(eventId)}`;
  const head = ['attempt', 'received', 'gap', 'answer', 'sender waited', 'body', 'headers changed'];
  return `${title}\n\n${table(head, rows)}`;
}

function gapTable({ gaps }: ExperimentReport): string[] {
  if (gaps.length === 0) return [];
  const rows = gaps.map(({ attempt, count, minMs, medianMs, maxMs, jitterMs }) => [
    String(attempt),
    String(count),
    ...[minMs, medianMs, maxMs, jitterMs].map(durationText),
  ]);
  return ['## Gaps', table(['before attempt', 'seen', 'shortest', 'median', 'longest', 'jitter'], rows)];
}

const optional = (durationMs: number | null): string => (durationMs === null ? '' : durationText(durationMs));
const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
const filterText = (filter: string): string => (filter.trim() === '' ? 'any filter' : code(filter.trim()));

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A code span that nothing inside can end. */
function code(text: string): string {
  return `\`${oneLine(text).replaceAll('`', 'ˋ')}\``;
}

/** Text in which nothing is markup: a finding names what a stranger sent. */
function plain(text: string): string {
  return oneLine(text).replace(/[\\`*<>[\]]/g, String.raw`\$&`);
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
