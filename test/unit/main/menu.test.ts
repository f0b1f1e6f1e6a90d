import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { menuTemplate } from '#main/menu.ts';
import { commandIds, commands } from '#renderer/state/commands.ts';
import { hostCommands } from '#shared/host/host-api.ts';

/** What Electron gives the roles that are used, where they have a key. */
const roleAccelerators: Readonly<Record<string, string>> = {
  quit: 'CmdOrCtrl+Q',
  close: 'CmdOrCtrl+W',
  reload: 'CmdOrCtrl+R',
  toggleDevTools: 'CmdOrCtrl+Shift+I',
  resetZoom: 'CmdOrCtrl+0',
  zoomIn: 'CmdOrCtrl+Plus',
  zoomOut: 'CmdOrCtrl+-',
  togglefullscreen: 'F11',
};

function itemsOf(platform: NodeJS.Platform, isPackaged: boolean, run: (id: string) => void = () => undefined) {
  const flatten = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])]);
  return flatten(menuTemplate({ platform, isPackaged, run, showCaptureFile: () => run('showCaptureFile') }));
}

const click = (item: MenuItemConstructorOptions): void => (item.click as (() => void) | undefined)?.();

describe('the application menu', () => {
  it.each(['linux', 'darwin', 'win32'] as const)('has no key twice on %s', (platform) => {
    const keys = itemsOf(platform, false)
      .map(({ accelerator, role }) => accelerator ?? roleAccelerators[role ?? ''])
      .filter((key) => key !== undefined);
    expect(keys.length).toBeGreaterThan(10);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('sends every command it has to the page, and nothing else', () => {
    const ran: string[] = [];
    for (const item of itemsOf('linux', true, (id) => ran.push(id))) click(item);
    expect(ran.toSorted()).toEqual([...hostCommands, 'showCaptureFile'].toSorted());
  });

  it('names only commands of the page, and leaves their keys to it', () => {
    expect(hostCommands.filter((id) => !commandIds.includes(id))).toEqual([]);
    const withKeys = itemsOf('linux', true).filter(({ accelerator }) => accelerator !== undefined);
    expect(withKeys.filter(({ registerAccelerator }) => registerAccelerator !== false)).toEqual([]);
  });

  it('shows the keys the page has', () => {
    const toPageKey = (accelerator: string): string =>
      accelerator
        .replace('CmdOrCtrl', '$mod')
        .replace(/Alt\+(\d)/, 'Alt+Digit$1')
        .replace(/\+([A-Z])$/, (_, letter: string) => `+${letter.toLowerCase()}`);
    const pageKeys: string[] = commandIds.flatMap((id) => [...commands[id].keys]);
    const shown = itemsOf('linux', true).flatMap(({ accelerator }) => (accelerator === undefined ? [] : [accelerator]));
    expect(shown.map(toPageKey).filter((key) => !pageKeys.includes(key))).toEqual([]);
  });

  it('reloads and inspects the page in a checkout only', () => {
    const roles = (isPackaged: boolean) => itemsOf('linux', isPackaged).map(({ role }) => role);
    expect(roles(false)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
    expect(roles(true)).not.toContain('reload');
    expect(roles(true)).not.toContain('toggleDevTools');
  });
});
