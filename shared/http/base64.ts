const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 with padding (RFC 4648, section 4) of the text's UTF-8 bytes. */
export function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let encoded = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const given = Math.min(3, bytes.length - i) + 1;
    for (let sextet = 0; sextet < 4; sextet += 1) {
      encoded += sextet < given ? alphabet.charAt((group >> (18 - 6 * sextet)) & 63) : '=';
    }
  }
  return encoded;
}
