/**
 * The exact decimal value of a JSON number's source as text: equal texts, equal values, however large or precise.
 * `1`, `1.0` and `10e-1` all give `1e0`; 9007199254740993 and 9007199254740992 stay different.
 */
export function toCanonicalNumber(source: string): string {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e');
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.slice(negative ? 1 : 0).split('.');
  const digits = whole + fraction;
  const start = countZeros(digits, 0, 1);
  if (start === digits.length) return '0';
  const trailing = countZeros(digits, digits.length - 1, -1);
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(trailing);
  return `${negative ? '-' : ''}${digits.slice(start, digits.length - trailing)}e${power}`;
}

function countZeros(digits: string, from: number, step: 1 | -1): number {
  let count = 0;
  while (digits[from + count * step] === '0') count += 1;
  return count;
}
