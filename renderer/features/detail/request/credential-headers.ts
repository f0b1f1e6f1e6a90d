const credentialHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'apikey',
  'x-api-key',
  'cookie',
  'set-cookie',
]);

/** Whether the values of a header are credentials: masked unless they were asked for, and left out of what is copied. */
export function isCredentialHeader(name: string): boolean {
  return credentialHeaders.has(name.toLowerCase());
}
