// Entry of the desktop app: one instance, one engine in its own process, one window that shows the engine's page.
// This file only joins the parts; what the engine does is unknown here but for its boot contract.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  Notification,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron';
import type { EngineFailure, EngineReady } from '#shared/host/engine-boot.ts';
import { hostChannels, type HostCommand } from '#shared/host/host-api.ts';
import { createDesktopConfig } from './desktop-config.ts';
import { linkEngine } from './engine-child.ts';
import { superviseEngine, type EngineSupervisor } from './engine-supervisor.ts';
import { registerHostCalls } from './host-calls.ts';
import { tendWindow, webPreferencesFor, windowOptions } from './main-window.ts';
import { menuTemplate } from './menu.ts';
import { guardNavigation } from './navigation-guard.ts';
import { openExternal } from './open-external.ts';
import { isOwnResource, isOwnUrl } from './own-url.ts';
import { createSecrets } from './secrets.ts';
import { guardSession } from './session-guard.ts';
import { placeWindow, readWindowState } from './window-state.ts';

const built = (...parts: string[]): string => path.join(import.meta.dirname, '..', ...parts);

let engine: EngineReady | null = null;
let window: BrowserWindow | null = null;
const ownOrigin = (): string | null => (engine === null ? null : new URL(engine.uiUrl).origin);

if (app.requestSingleInstanceLock()) start();
else app.quit();

function start(): void {
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents, (url) => isOwnUrl(url, ownOrigin())));
  // What another instance was started with is nobody's order: it only brings the window to the front.
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  // Everywhere, macOS included: a receiver that goes on without a window would be invisible.
  app.on('window-all-closed', () => app.quit());
  app.whenReady().then(run, failWithBug);
}

async function run(): Promise<void> {
  const userDataFolder = app.getPath('userData');
  const secrets = createSecrets({
    safeStorage,
    platform: process.platform,
    file: path.join(userDataFolder, 'ngrok-authtoken.encrypted'),
  });
  guardSession(session.defaultSession, {
    isOwnUrl: (url) => isOwnUrl(url, ownOrigin()),
    isOwnResource: (url) => isOwnResource(url, ownOrigin()),
    allowsDevTools: !app.isPackaged,
  });
  registerHostCalls({
    ipcMain,
    ownContentsId: () => window?.webContents.id ?? null,
    ownOrigin,
    calls: {
      openExternal: (url) => openExternal(url, shell),
      showCaptureFile: async () => showCaptureFile(),
      storeNgrokAuthtoken: (authtoken) => secrets.store(authtoken),
    },
  });
  const { platform } = process;
  const template = menuTemplate({ platform, isPackaged: app.isPackaged, run: sendCommand, showCaptureFile });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  const config = createDesktopConfig({
    userDataFolder,
    rendererFolder: built('renderer'),
    ngrokAuthtoken: await secrets.read(),
  });
  const supervisor = superviseEngine({
    config,
    fork: () => linkEngine(utilityProcess.fork(built('engine', 'process.js'), [], { serviceName: 'Hookloupe engine' })),
    onReady: (ready) => showEngine(ready, config.port),
    onDown: (exitCode, delayMs) =>
      tell(`The receiver stopped unexpectedly (code ${exitCode}). It starts again in ${delayMs / 1000} s.`),
    onFailure: giveUp,
    now: () => performance.now(),
    // An aborted sleep has done its duty.
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
  });
  quitAfter(supervisor);
}

/** Opens the window, or leads the open one to an engine that came back elsewhere. */
function showEngine(ready: EngineReady, wantedPort: number): void {
  const isElsewhere = engine !== null && engine.uiUrl !== ready.uiUrl;
  const isFirst = engine === null;
  engine = ready;
  if (isFirst) window = openWindow();
  if (isFirst || isElsewhere) window?.loadURL(ready.uiUrl).catch(failWithBug);
  const port = Number(new URL(ready.receiverUrl).port);
  if (isFirst && port !== wantedPort) tell(`Port ${wantedPort} is taken; the receiver listens on ${port} this time.`);
}

function openWindow(): BrowserWindow {
  const stateFile = path.join(app.getPath('userData'), 'window.json');
  const state = readWindowState(stateFile);
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const place = placeWindow(
    state,
    [primary, ...others].map(({ workArea }) => workArea),
  );
  const opened = new BrowserWindow(
    windowOptions(place, webPreferencesFor(built('preload', 'preload.cjs'), app.isPackaged)),
  );
  tendWindow(opened, stateFile, state?.isMaximized ?? false);
  opened.on('closed', () => (window = null));
  return opened;
}

function sendCommand(command: HostCommand): void {
  window?.webContents.send(hostChannels.command, command);
}

function showCaptureFile(): void {
  if (engine !== null) shell.showItemInFolder(engine.captureFile);
}

/** The app ends when its engine has: what was accepted is finished first. */
function quitAfter(supervisor: EngineSupervisor): void {
  let isClosed = false;
  const close = async (): Promise<void> => {
    await supervisor.close();
    isClosed = true;
    app.quit();
  };
  app.on('before-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    void close();
  });
}

function tell(body: string): void {
  if (Notification.isSupported()) new Notification({ title: 'Hookloupe', body }).show();
}

function giveUp({ message }: EngineFailure): void {
  dialog.showErrorBox('Hookloupe cannot start', message);
  app.quit();
}

function failWithBug(error: unknown): void {
  dialog.showErrorBox('Hookloupe met a bug', error instanceof Error ? (error.stack ?? error.message) : String(error));
  app.exit(1);
}
