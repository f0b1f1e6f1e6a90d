// What the desktop window gives the page beyond a browser: only what a browser cannot do. Events, calls and settings go over the
// control API in both hosts. The preload script exposes it; nothing of Electron is in it.

/** Name of the `HostApi` on `window`; absent in a browser. */
export const hostApiName = 'hookloupe';

/** Commands of the application menu that are carried out by the page, by their ids in the page's command table. */
export const hostCommands = [
  'receiver.toggle',
  'receiver.copyUrl',
  'answer.200',
  'answer.401',
  'answer.500',
  'answer.timeout',
  'filter.focus',
  'view.sidebar',
  'view.keys',
] as const;
export type HostCommand = (typeof hostCommands)[number];

/** Where a secret was put: `session` is gone when the app ends, and `message` then says why and what to do. */
export type SecretKeeping = { kept: 'encrypted'; message: null } | { kept: 'session'; message: string };

/** Calls that the main process answers; each checks its sender and its arguments, and rejects what does not fit. */
export interface HostCalls {
  /** Opens a page of the tunnel provider in the user's browser. Rejects any address that is not on the list of the main process. */
  openExternal(url: string): Promise<void>;
  /** Shows the open capture file in the system's file manager. */
  showCaptureFile(): Promise<void>;
  /** Keeps the ngrok authtoken for the next starts. It can be written, never read back. */
  storeNgrokAuthtoken(authtoken: string): Promise<SecretKeeping>;
}

/** The desktop host as the page sees it. */
export interface HostApi extends HostCalls {
  /** Operating system, in Node's words: `darwin`, `linux`, `win32`. */
  readonly platform: string;
  /** Calls the listener for every command chosen in the application menu; returns what ends that. */
  onCommand(listener: (command: HostCommand) => void): () => void;
}

/** Channels between the preload script and the main process. */
export const hostChannels = {
  openExternal: 'host.openExternal',
  showCaptureFile: 'host.showCaptureFile',
  storeNgrokAuthtoken: 'host.storeNgrokAuthtoken',
  command: 'host.command',
} as const;
