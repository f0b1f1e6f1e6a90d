import { toPrintableLine } from '#shared/envelope/printable-line.ts';
import type { DeliveryDetail, Explanation } from '#shared/protocol/delivery.ts';

const nameLimit = 200;

/** What is odd about a delivery as Markdown, for a message to whoever sent it. Warnings come before information. */
export function toVendorReport(
  detail: Pick<DeliveryDetail, 'eventId' | 'eventName' | 'receivedAt' | 'explanations'>,
): string {
  const { eventId, eventName, receivedAt, explanations } = detail;
  const facts = [
    `- event_id: ${eventId === null ? 'none' : code(eventId)}`,
    `- event_name: ${eventName === null ? 'none' : code(eventName)}`,
    `- received: ${receivedAt}`,
  ];
  return [...facts, '', ...bySeverity(explanations).map(toLine), ''].join('\n');
}

/** Warnings first, each kind in the order it came. */
export function bySeverity(explanations: readonly Explanation[]): Explanation[] {
  return explanations.toSorted((a, b) => Number(a.severity === 'information') - Number(b.severity === 'information'));
}

function toLine({ severity, path, message, section }: Explanation, index: number): string {
  const field = path === null ? '' : ` ${code(path)}`;
  const source = section === null ? '' : ` (specification, section “${escapeMarkdown(section)}”)`;
  return `${index + 1}. ${severity === 'warning' ? '**Warning**' : 'Information'}${field}: ${escapeMarkdown(message)}${source}`;
}

/** A stranger's text as code: its own backticks do not end it, and it stays on one line. */
function code(text: string): string {
  const line = toPrintableLine(text, nameLimit);
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`);
}
