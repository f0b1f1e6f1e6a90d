import { describe, expect, it } from 'vitest';
import { guardNavigation } from '#main/navigation-guard.ts';
import { isOwnResource, isOwnUrl } from '#main/own-url.ts';
import { WebContentsStandIn } from '#test/support/electron-stand-in.ts';

const own = 'http://127.0.0.1:4181';

const foreign = [
  'http://127.0.0.1:4180/',
  'http://127.0.0.1/',
  'http://127.0.0.1:41811/',
  'http://127.0.0.1:4181.evil.example/',
  'http://127.0.0.1:4181@evil.example/',
  'http://evil@127.0.0.1:4181/',
  'http://evil:secret@127.0.0.1:4181/',
  'http://localhost:4181/',
  'http://[::1]:4181/',
  'http://0.0.0.0:4181/',
  'http://127.0.0.2:4181/',
  'http://127.0.0.1.nip.example:4181/',
  'https://127.0.0.1:4181/',
  'ws://127.0.0.1:4181/',
  'ftp://127.0.0.1:4181/',
  'file:///etc/passwd',
  'file://127.0.0.1:4181/',
  'FILE:///C:/Windows/win.ini',
  '\\\\server\\share',
  'smb://server/share',
  'javascript:alert(1)',
  'JavaScript:alert(1)//http://127.0.0.1:4181/',
  'data:text/html,<script>1</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'blob:http://127.0.0.1:4181/7b0c',
  'blob:null/7b0c',
  'filesystem:http://127.0.0.1:4181/temporary/x',
  'view-source:http://127.0.0.1:4181/',
  'about:blank',
  'about:srcdoc',
  'chrome://gpu',
  'devtools://devtools/bundled/inspector.html',
  'app://hookloupe/',
  'https://example.com/',
  'https://example.com/?http://127.0.0.1:4181/',
  'https://example.com#http://127.0.0.1:4181',
  '//example.com/',
  'mailto:a@example.com',
  'intent://scan/#Intent;end',
  'ms-settings:',
  '',
];

const allowed = [`${own}/`, `${own}/?token=abc`, `${own}/#anything`, 'HTTP://127.0.0.1:4181/'];

describe('the page of the desktop app', () => {
  const contents = new WebContentsStandIn();
  guardNavigation(contents as never, (url) => isOwnUrl(url, own));

  it.each(foreign)('does not go to %j', (url) => {
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      expect(contents.allows(event, url)).toBe(false);
    }
  });

  it.each(allowed)('may load itself: %j', (url) => {
    expect(contents.allows('will-navigate', url)).toBe(true);
  });

  it('opens no window and holds no webview', () => {
    expect(contents.windowOpenHandler?.()).toEqual({ action: 'deny' });
    expect(contents.allows('will-attach-webview', own)).toBe(false);
  });

  it('goes nowhere while there is no engine', () => {
    expect(allowed.filter((url) => isOwnUrl(url, null))).toEqual([]);
  });
});

describe('the requests of the page', () => {
  it('reach its engine, over HTTP and WebSocket, and what it made itself', () => {
    const urls = [`${own}/api/v1/status`, 'ws://127.0.0.1:4181/api/v1/live', `blob:${own}/7b0c`];
    expect(urls.filter((url) => !isOwnResource(url, own))).toEqual([]);
  });

  it('reach nothing else', () => {
    const urls = [
      'https://example.com/',
      'ws://127.0.0.1:4180/',
      'wss://127.0.0.1:4181/',
      'file:///etc/passwd',
      'blob:null/1',
    ];
    expect(urls.filter((url) => isOwnResource(url, own))).toEqual([]);
  });
});
