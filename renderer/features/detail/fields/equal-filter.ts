import { printFilter } from '#shared/filter/print-filter.ts';
import { parseEnvelopePath } from '#shared/filter/resolve-term.ts';
import type { DecodedField } from '#shared/protocol/delivery.ts';
import { readValue } from './value-reading.ts';

/** Filters this long are refused; longer values cannot be asked for. */
const longestValue = 8_000;

/** The filter that finds every delivery with the same ciphertext in the same field; null where the value is no whole one. */
export function equalCiphertextFilter({ path, source, encrypted }: DecodedField): string | null {
  const reading = readValue(source, encrypted);
  const target = parseEnvelopePath(path.replaceAll(/\[\d+\]/g, ''));
  if (reading.form !== 'encrypted' || reading.text === null || target === null) return null;
  if (reading.text.length > longestValue || !reading.text.isWellFormed()) return null;
  return printFilter({
    type: 'term',
    target: { type: 'field', path: target },
    operator: ':=',
    values: [{ type: 'word', text: reading.text, quoted: true }],
  });
}
