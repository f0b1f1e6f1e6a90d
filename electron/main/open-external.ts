import type { Shell } from 'electron';

/** Where the app itself has a reason to send its user. Addresses from received data are for copying only. */
const externalHosts: readonly string[] = ['ngrok.com', 'dashboard.ngrok.com'];

/** Opens an https address of the list in the user's browser; throws for every other. */
export async function openExternal(text: string, shell: Pick<Shell, 'openExternal'>): Promise<void> {
  const url = URL.parse(text);
  const isListed = url !== null && url.protocol === 'https:' && externalHosts.includes(url.host);
  if (!isListed || url.username !== '' || url.password !== '') {
    throw new Error(
      `Hookloupe does not open this address. Only https pages of ${externalHosts.join(', ')} are opened.`,
    );
  }
  await shell.openExternal(url.href);
}
