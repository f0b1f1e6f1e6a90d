// The application menu. What the page carries out is sent to it as a command; its keys are the page's own, shown here and not
// registered, so that one press does one thing.
import type { MenuItemConstructorOptions } from 'electron';
import type { HostCommand } from '#shared/host/host-api.ts';

export interface MenuOptions {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  run: (command: HostCommand) => void;
  showCaptureFile: () => void;
}

export function menuTemplate({
  platform,
  isPackaged,
  run,
  showCaptureFile,
}: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const command = (id: HostCommand, label: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator !== undefined && { accelerator, registerAccelerator: false }),
    click: () => run(id),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const file: MenuItemConstructorOptions[] = [
    { label: isMac ? 'Show Capture File in Finder' : 'Show Capture File in Its Folder', click: showCaptureFile },
    separator,
    { role: isMac ? 'close' : 'quit' },
  ];
  const view: MenuItemConstructorOptions[] = [
    command('view.sidebar', 'Sidebar', 'CmdOrCtrl+B'),
    command('filter.focus', 'Filter', 'CmdOrCtrl+F'),
    separator,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
    ...(isPackaged ? [] : [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
  ];
  const receiver: MenuItemConstructorOptions[] = [
    command('receiver.toggle', 'Start or Stop Receiving', 'CmdOrCtrl+E'),
    command('receiver.copyUrl', 'Copy URL', 'CmdOrCtrl+Shift+C'),
    separator,
    command('answer.200', 'Answer 200', 'Alt+1'),
    command('answer.401', 'Answer 401', 'Alt+2'),
    command('answer.500', 'Answer 500', 'Alt+3'),
    command('answer.timeout', 'Let Requests Time Out', 'Alt+4'),
  ];
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: file },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { label: 'Receiver', submenu: receiver },
    { role: 'windowMenu' },
    { role: 'help', submenu: [command('view.keys', 'Keys')] },
  ];
}
