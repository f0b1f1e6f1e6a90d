/** Headers whose values are credentials (spec, Authentication), or may be. */
const credentialNames: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'x-authorization',
  'apikey',
  'api-key',
  'x-api-key',
  'x-auth-token',
  'x-access-token',
  'cookie',
  'set-cookie',
]);

/** Whether a header carries a credential. A blank, a quote or a control character that a sender put around its name changes nothing. */
export function isCredentialHeader(name: string): boolean {
  return credentialNames.has(name.toLowerCase().replaceAll(/[^a-z-]/g, ''));
}
