import type { BrowserWindow, BrowserWindowConstructorOptions, WebPreferences } from 'electron';
import { minimumSize, writeWindowState, type WindowPlace } from './window-state.ts';

/** The page is treated like a page of the web: it has a sandbox, and nothing of Node. */
export function webPreferencesFor(preload: string, isPackaged: boolean): WebPreferences {
  return {
    preload,
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
    devTools: !isPackaged,
  };
}

export function windowOptions(place: WindowPlace, webPreferences: WebPreferences): BrowserWindowConstructorOptions {
  return {
    ...place,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Hookloupe',
    // Shown once the page has painted, so that no empty frame flashes.
    show: false,
    webPreferences,
  };
}

/** The part of a window that is looked after here. */
export type ShownWindow = Pick<BrowserWindow, 'once' | 'on' | 'show' | 'maximize' | 'isMaximized' | 'getNormalBounds'>;

/** Shows the window when its page has painted, and remembers at its end how it stood. */
export function tendWindow(window: ShownWindow, stateFile: string, isMaximized: boolean): void {
  window.once('ready-to-show', () => {
    if (isMaximized) window.maximize();
    window.show();
  });
  window.on('close', () =>
    writeWindowState(stateFile, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() }),
  );
}
