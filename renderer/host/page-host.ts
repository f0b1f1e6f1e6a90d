// What the page needs of the place it runs in. The desktop window loads the same page over the same loopback HTTP as a browser and adds
// a HostApi, so one host serves both. The token arrives in the address, leaves it at once, and lives as long as the tab.
import { hostApiName, type HostApi } from '#shared/host/host-api.ts';
import type { PreferenceStorage } from '../state/preferences.ts';

export interface PageHost {
  /** Origin of the control API. */
  origin: string;
  /** Empty when the page was opened without one: the engine will say what to do. */
  token: string;
  storage: PreferenceStorage;
  /** What only the desktop window can do; null in a browser. */
  desktop: HostApi | null;
}

const tokenKey = 'hookloupe.token';
const preferencesKey = 'hookloupe.preferences';

export function createPageHost(page: Window): PageHost {
  const address = new URL(page.location.href);
  const given = address.searchParams.get('token');
  if (given !== null) {
    page.sessionStorage.setItem(tokenKey, given);
    address.searchParams.delete('token');
    page.history.replaceState(null, '', address);
  }
  return {
    origin: address.origin,
    token: given ?? page.sessionStorage.getItem(tokenKey) ?? '',
    storage: {
      read: () => page.localStorage.getItem(preferencesKey),
      write: (text) => page.localStorage.setItem(preferencesKey, text),
    },
    // The preload script puts it there under this name; a browser has no such thing.
    desktop: (page as unknown as { [hostApiName]?: HostApi })[hostApiName] ?? null,
  };
}
