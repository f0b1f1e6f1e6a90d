import { findRunningSecret } from '#engine/settings/running-engines.ts';
import { isLoopbackAddress } from '#shared/http/ip-range.ts';
import { runningFolders } from '../data-folder.ts';

/** The secret that proves to a Hookloupe of this user that requests to `url` are the user's own; null where none listens there. */
export async function findOwnProof(url: string): Promise<string | null> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
  return isHere ? findRunningSecret(runningFolders(), target) : null;
}
