// The joined app, with every part of Electron replaced: what happens in which order, from the start to the end.
import { EventEmitter } from 'node:events';
import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hostChannels } from '#shared/host/host-api.ts';
import { createSessionStandIn, UtilityProcessStandIn, WebContentsStandIn } from '#test/support/electron-stand-in.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();

const electron = vi.hoisted(() => ({ current: {} as Record<string, unknown> }));
vi.mock('electron', () => {
  const part = (name: string): unknown =>
    new Proxy(Object, {
      get: (_, key) => (electron.current[name] as Record<PropertyKey, unknown>)[key],
      construct: (_, args) => Reflect.construct(electron.current[name] as new () => object, args),
    });
  const names = ['app', 'BrowserWindow', 'dialog', 'ipcMain', 'Menu', 'Notification', 'safeStorage'];
  const others = ['screen', 'session', 'shell', 'utilityProcess'];
  return Object.fromEntries([...names, ...others].map((name) => [name, part(name)]));
});

/** Everything the app did, in order. */
let did: string[] = [];
let engines: UtilityProcessStandIn[] = [];
let windows: WindowStandIn[] = [];
let app: AppStandIn;

class AppStandIn extends EventEmitter {
  readonly isPackaged = true;
  isFirst = true;
  requestSingleInstanceLock = (): boolean => this.isFirst;
  enableSandbox = (): void => void did.push('sandbox');
  whenReady = (): Promise<void> => Promise.resolve();
  getPath = (name: string): string => folder.path(name);
  quit(): void {
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    did.push(prevented ? 'quit later' : 'quit');
  }
}

class WindowStandIn extends EventEmitter {
  readonly webContents = new WebContentsStandIn();
  constructor() {
    super();
    windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  loadURL = async (url: string): Promise<void> => void did.push(`load ${url}`);
  isMinimized = (): boolean => true;
  restore = (): void => void did.push('restore');
  focus = (): void => void did.push('focus');
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function startApp(isFirst = true): Promise<void> {
  app = new AppStandIn();
  app.isFirst = isFirst;
  electron.current = {
    app,
    BrowserWindow: WindowStandIn,
    dialog: { showErrorBox: (title: string, text: string) => did.push(`${title}: ${text}`) },
    ipcMain: { handle: (channel: string) => did.push(`handle ${channel}`) },
    Menu: { buildFromTemplate: () => ({}), setApplicationMenu: () => did.push('menu') },
    Notification: class {
      static isSupported = (): boolean => true;
      readonly body: string;
      constructor({ body }: { body: string }) {
        this.body = body;
      }
      show = (): void => void did.push(`tell ${this.body}`);
    },
    safeStorage: {},
    screen: {
      getPrimaryDisplay: () => ({ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
      getAllDisplays: () => [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
    },
    session: { defaultSession: createSessionStandIn().session },
    shell: {},
    utilityProcess: {
      fork: (_file: string, args: string[]) => {
        did.push(`fork ${args.length} arguments`);
        const engine = new UtilityProcessStandIn();
        engines.push(engine);
        return engine;
      },
    },
  };
  vi.resetModules();
  await import('#main/main.ts');
  await vi.waitUntil(() => !isFirst || engines.length > 0);
}

const sayReady = async (port = 4180, uiPort = 4181): Promise<void> => {
  engines.at(-1)?.say({
    type: 'ready',
    receiverUrl: `http://127.0.0.1:${port}/`,
    uiUrl: `http://127.0.0.1:${uiPort}/?token=t`,
    captureFile: '/data/default.hookloupe',
  });
  await settle();
};

beforeEach(() => {
  did = [];
  engines = [];
  windows = [];
});

describe('the desktop app', () => {
  it('is sandboxed and guarded before it opens a window on its engine', async () => {
    await startApp();
    expect(windows).toEqual([]);
    await sayReady();
    const { command: _, ...calls } = hostChannels;
    const handles = Object.values(calls).map((channel) => `handle ${channel}`);
    expect(did).toEqual(['sandbox', ...handles, 'menu', 'fork 0 arguments', 'load http://127.0.0.1:4181/?token=t']);
    expect(windows[0]?.webContents.windowOpenHandler?.()).toEqual({ action: 'deny' });
    expect(windows[0]?.webContents.allows('will-navigate', 'https://example.com/')).toBe(false);
  });

  it('gives its engine a token of 256 bits, a capture file in the user’s data, and this machine only', async () => {
    await startApp();
    const [boot] = engines[0]?.orders ?? [];
    const config = boot?.type === 'boot' ? boot.config : null;
    expect(config).toMatchObject({ host: '127.0.0.1', port: 4180, uiPort: 4181, tunnel: 'none' });
    expect(Buffer.from(config?.token ?? '', 'base64url')).toHaveLength(32);
    expect(config?.captureFile).toBe(folder.path('userData/captures/default.hookloupe'));
    expect(readdirSync(folder.path('userData'))).toContain('captures');
  });

  it('comes to the front when it is started a second time', async () => {
    await startApp();
    await sayReady();
    app.emit('second-instance', {}, ['--no-sandbox', 'file:///etc/passwd']);
    expect(did.slice(-2)).toEqual(['restore', 'focus']);
  });

  it('ends at once as the second one', async () => {
    await startApp(false);
    await settle();
    expect(did).toEqual(['quit']);
  });

  it('says so when the receiver had to take another port', async () => {
    await startApp();
    await sayReady(50_000);
    expect(did.at(-1)).toMatch(/^tell Port 4180 is taken; the receiver listens on 50000/);
  });

  it('says so when the engine died, and leads the page to the next one', async () => {
    await startApp();
    await sayReady();
    engines[0]?.end(70);
    await vi.waitUntil(() => engines.length === 2, { timeout: 5000 });
    expect(did).toContain('tell The receiver stopped unexpectedly (code 70). It starts again in 1 s.');
    await sayReady();
    expect(did.filter((what) => what.startsWith('load'))).toHaveLength(1);
    engines[1]?.end(70);
    await vi.waitUntil(() => engines.length === 3, { timeout: 5000 });
    await sayReady(4180, 50_001);
    expect(did.at(-1)).toBe('load http://127.0.0.1:50001/?token=t');
    expect(windows).toHaveLength(1);
  });

  it('says why it cannot start, and ends', async () => {
    await startApp();
    const [engine] = engines;
    engine?.on('order', () => engine.end(0));
    engine?.say({ type: 'failed', code: 'CAPTURE_LOCKED', message: 'Another Hookloupe has it open.' });
    await vi.waitUntil(() => did.at(-1) === 'quit');
    expect(did).toContain('Hookloupe cannot start: Another Hookloupe has it open.');
    expect(windows).toEqual([]);
  });

  it('ends when its window is closed, once its engine has ended', async () => {
    await startApp();
    await sayReady();
    app.emit('window-all-closed');
    expect(did.at(-1)).toBe('quit later');
    expect(engines[0]?.orders.at(-1)).toEqual({ type: 'close' });
    await settle();
    expect(did.at(-1)).toBe('quit later');
    engines[0]?.end(0);
    await vi.waitUntil(() => did.at(-1) === 'quit');
  });
});
