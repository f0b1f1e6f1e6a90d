import type { DeliveryDetail } from '#shared/protocol/delivery.ts';

/** `envelopeText` is cut at this many characters on its way here (shared/protocol/delivery.ts). */
const longestEnvelopeText = 1_000_000;

/** The exact text of the envelope; null where there is none, or where only its head came. */
export function wholeEnvelopeText({ envelopeText }: Pick<DeliveryDetail, 'envelopeText'>): string | null {
  return envelopeText !== null && envelopeText.length < longestEnvelopeText ? envelopeText : null;
}
