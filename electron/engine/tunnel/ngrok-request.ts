import type { TunnelOptions } from './tunnel.ts';

/** Options fit to be given to the SDK, or the reason why they are not. */
export type NgrokRequest =
  { kind: 'fit'; authtoken: string; domain: string | null } | { kind: 'unfit'; message: string };

/**
 * Checks what a user typed or pasted before the native SDK sees it, which checks nothing and sends everything. A domain may be
 * pasted as a URL: scheme, blanks and a final slash are taken off.
 */
export function parseNgrokRequest({ authtoken, domain }: TunnelOptions): NgrokRequest {
  const token = authtoken.trim();
  if (token === '') {
    return { kind: 'unfit', message: 'The tunnel needs an ngrok authtoken. Copy yours from your ngrok dashboard.' };
  }
  if (!/^[\x21-\x7e]{1,1000}$/.test(token)) {
    return {
      kind: 'unfit',
      message: 'The ngrok authtoken has blanks or unusual characters in it. Copy the token alone from your dashboard.',
    };
  }
  const host = (domain ?? '')
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .toLowerCase();
  if (host === '') return { kind: 'fit', authtoken: token, domain: null };
  if (!isHostName(host)) {
    return {
      kind: 'unfit',
      message: `${JSON.stringify(host.slice(0, 80))} is not a domain. Write it as my-name.ngrok-free.app, or leave it empty.`,
    };
  }
  return { kind: 'fit', authtoken: token, domain: host };
}

function isHostName(text: string): boolean {
  return text.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(text);
}
