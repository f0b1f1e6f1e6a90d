import { describe, expect, it } from 'vitest';
import { guardSession } from '#main/session-guard.ts';
import { createSessionStandIn } from '#test/support/electron-stand-in.ts';

const own = 'http://127.0.0.1:4181/';
const denied = [
  'background-sync',
  'clipboard-read',
  'deprecated-sync-clipboard-read',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'local-fonts',
  'local-network-access',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'notifications',
  'openExternal',
  'persistent-storage',
  'pointerLock',
  'sensors',
  'serial',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'usb',
  'window-management',
  'unknown',
];

function guarded(allowsDevTools = false) {
  const { session, ask } = createSessionStandIn();
  const isOwn = (url: string): boolean => url.startsWith(own);
  guardSession(session as never, { isOwnUrl: isOwn, isOwnResource: isOwn, allowsDevTools });
  return {
    request(permission: string, requestingUrl = own, isMainFrame = true): boolean | null {
      let granted: boolean | null = null;
      const answer = (value: boolean): void => {
        granted = value;
      };
      ask('permission request', {}, permission, answer, { requestingUrl, isMainFrame });
      return granted;
    },
    check: (permission: string, origin = own, isMainFrame = true): unknown =>
      ask('permission check', {}, permission, origin, { isMainFrame }),
    device: () => ask('device permission', {}),
    isCancelled(url: string): boolean | null {
      let cancelled: boolean | null = null;
      ask('before request', { url }, ({ cancel }: { cancel: boolean }) => {
        cancelled = cancel;
      });
      return cancelled;
    },
  };
}

describe('a permission', () => {
  const { device, request, check } = guarded();

  it.each(denied)('%s is refused, asked or looked up', (permission) => {
    expect(request(permission)).toBe(false);
    expect(check(permission)).toBe(false);
  });

  it('to put text on the clipboard is given to our page alone', () => {
    expect(request('clipboard-sanitized-write')).toBe(true);
    expect(check('clipboard-sanitized-write')).toBe(true);
    expect(request('clipboard-sanitized-write', 'https://example.com/')).toBe(false);
    expect(check('clipboard-sanitized-write', 'https://example.com/')).toBe(false);
    expect(request('clipboard-sanitized-write', own, false)).toBe(false);
  });

  it('for a device is never given', () => {
    expect(device()).toBe(false);
  });
});

describe('the session', () => {
  it('fetches from our engine and nothing else', () => {
    const { isCancelled } = guarded();
    expect(isCancelled(own)).toBe(false);
    expect(isCancelled('https://example.com/')).toBe(true);
    expect(isCancelled('devtools://devtools/bundled/inspector.html')).toBe(true);
  });

  it('lets developer tools load in a checkout', () => {
    expect(guarded(true).isCancelled('devtools://devtools/bundled/inspector.html')).toBe(false);
  });
});
