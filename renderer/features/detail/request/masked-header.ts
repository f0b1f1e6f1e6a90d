const secretHeaders = new Set(['authorization', 'proxy-authorization', 'apikey', 'x-api-key', 'cookie', 'set-cookie']);

export function isSecretHeader(name: string): boolean {
  return secretHeaders.has(name.toLowerCase());
}

/** The value with its secret part as dots. A scheme word stays readable, since a wrong one is what people look for. */
export function maskHeaderValue(name: string, value: string): string {
  if (!isSecretHeader(name)) return value;
  const scheme = /^(basic|bearer|digest|token) +/i.exec(value)?.[0] ?? '';
  const secret = value.slice(scheme.length);
  return `${scheme}${'•'.repeat(Math.min(secret.length, 8))} (${secret.length} characters)`;
}
