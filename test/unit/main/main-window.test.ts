import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { tendWindow, webPreferencesFor, windowOptions } from '#main/main-window.ts';
import { readWindowState } from '#main/window-state.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();

class WindowStandIn extends EventEmitter {
  readonly calls: string[] = [];
  show(): void {
    this.calls.push('show');
  }
  maximize(): void {
    this.calls.push('maximize');
  }
  isMaximized(): boolean {
    return this.calls.includes('maximize');
  }
  getNormalBounds() {
    return { x: 1, y: 2, width: 1000, height: 700 };
  }
}

describe('the window', () => {
  it('gives its page a sandbox and nothing of Node', () => {
    expect(webPreferencesFor('/app/dist/preload/preload.cjs', true)).toEqual({
      preload: '/app/dist/preload/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
    });
  });

  it('has developer tools in a checkout', () => {
    expect(webPreferencesFor('', false).devTools).toBe(true);
  });

  it('is shown once its page has painted, and remembers how it stood', () => {
    expect(windowOptions({ width: 1000, height: 700 }, {})).toMatchObject({ show: false, title: 'Hookloupe' });
    const window = new WindowStandIn();
    const file = folder.path('window.json');
    tendWindow(window as never, file, true);
    expect(window.calls).toEqual([]);
    window.emit('ready-to-show');
    expect(window.calls).toEqual(['maximize', 'show']);
    window.emit('close');
    expect(readWindowState(file)).toEqual({ bounds: window.getNormalBounds(), isMaximized: true });
  });
});
