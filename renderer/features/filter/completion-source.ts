import {
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionSource,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { completeFilter, type FilterCompletion } from '#shared/filter/complete-filter.ts';
import { printLiteral } from '#shared/filter/print-filter.ts';
import type { ValueSuggestions } from '#shared/protocol/query.ts';
import { formatCount } from '#renderer/ui/format-amount.ts';

/** Values seen for a key in the capture, most frequent first. */
export type ReadValues = (key: string, prefix: string, signal: AbortSignal) => Promise<ValueSuggestions['values']>;

/** What the language offers at the cursor, and before it the values that were really seen, with their counts. */
export function createCompletionSource(readValues: ReadValues): CompletionSource {
  return async (context) => {
    const text = context.state.doc.toString();
    const offer = completeFilter(text, context.pos);
    if (offer.kind === 'key' && offer.from === offer.to && !context.explicit) return null;
    const known = offer.options.map(({ label, detail }): Completion => ({ label, detail, apply: applyAndGoOn(offer) }));
    const seen = await readSeen(context, offer, readValues);
    const isNew = new Set(seen.map(({ label }) => label));
    const options = [...seen, ...known.filter(({ label }) => !isNew.has(label))];
    // What is written in full already needs no offer, and must not keep Esc and Enter from their work.
    const isComplete = options.every(({ label }) => label === text.slice(offer.from, offer.to));
    return isComplete ? null : { from: offer.from, to: offer.to, options, filter: false };
  };
}

/** After a key or an operator the next completions open at once. */
function applyAndGoOn({ kind }: FilterCompletion): NonNullable<Completion['apply']> {
  return (view: EditorView, { label }: Completion, from: number, to: number) => {
    view.dispatch({
      changes: { from, to, insert: label },
      selection: { anchor: from + label.length },
      userEvent: 'input',
    });
    if (kind !== 'value') startCompletion(view);
  };
}

async function readSeen(
  context: CompletionContext,
  offer: FilterCompletion,
  readValues: ReadValues,
): Promise<Completion[]> {
  const { key, kind, from, to } = offer;
  if (kind !== 'value' || key === undefined) return [];
  const leaving = new AbortController();
  context.addEventListener('abort', () => leaving.abort());
  try {
    const values = await readValues(key, context.state.sliceDoc(from, to), leaving.signal);
    return values.map(({ value, count }) => ({ label: printLiteral(key, value), detail: formatCount(count) }));
  } catch {
    // A key whose values are not kept, or an engine that is away: what the language knows is still offered.
    return [];
  }
}
