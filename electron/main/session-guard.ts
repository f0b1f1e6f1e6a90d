// What the page's session may do: talk to our engine, and put text on the clipboard. Everything else is refused, asked or not.
import type { Session } from 'electron';

/** The part of a session that is restricted. */
export type GuardedSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
  | 'webRequest'
>;

export interface SessionRules {
  isOwnUrl: (url: string) => boolean;
  isOwnResource: (url: string) => boolean;
  /** Developer tools load their own pages. */
  allowsDevTools: boolean;
}

/** To be called before the session loads its first page. */
export function guardSession(session: GuardedSession, { isOwnUrl, isOwnResource, allowsDevTools }: SessionRules): void {
  const isGranted = (permission: string, url: string, isMainFrame: boolean): boolean =>
    permission === 'clipboard-sanitized-write' && isMainFrame && isOwnUrl(url);
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(isGranted(permission, requestingUrl, isMainFrame)),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, { isMainFrame }) =>
    isGranted(permission, requestingOrigin, isMainFrame),
  );
  session.setDevicePermissionHandler(() => false);
  // A dictionary would be fetched from the network.
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !isOwnResource(url) && !(allowsDevTools && url.startsWith('devtools://')) }),
  );
}
