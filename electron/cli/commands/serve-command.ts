import type { Command } from 'commander';
import type { Engine, EngineConfig } from '#engine/engine-config.ts';
import { prepareCaptureFolder } from '../data-folder.ts';
import { exitCodes, type CommandContext, type ExitCode } from '../command-context.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { addServeFlags, toEngineConfig, type ServeFlags } from '../serve-flags.ts';

const examples = `
Every flag is also read from the environment: --ui-port as HOOKLOUPE_UI_PORT, and so on.
The tunnel's authtoken is read from HOOKLOUPE_NGROK_AUTHTOKEN or NGROK_AUTHTOKEN.
The default capture file is hookloupe/captures/default.hookloupe in XDG_DATA_HOME (or ~/.local/share),
~/Library/Application Support or %LOCALAPPDATA%.

Examples:
  hookloupe serve --open
  hookloupe serve --port 0 --ui-port 0 --json
  hookloupe serve --host 0.0.0.0 --auth basic:platform:env:PUSH_PASSWORD --tls-cert cert.pem --tls-key key.pem
  hookloupe serve --tunnel ngrok`;

/** The line of `serve --json`, part of the public contract. */
export interface ReadyLine {
  event: 'ready';
  receiverUrl: string;
  uiUrl: string;
  apiUrl: string;
  token: string;
  captureFile: string;
  pid: number;
}

/** An engine with what its host says about it once everything accepts connections. */
export interface ServeHost {
  ready: ReadyLine;
  close(): Promise<void>;
}

export function addServeCommand(program: Command, context: CommandContext, end: (code: ExitCode) => void): void {
  const command = program.command('serve').description('receive, store and show events: the engine with its UI');
  addServeFlags(command);
  command.addHelpText('after', examples).action(async (flags: ServeFlags) => {
    const host = await startServe(toEngineConfig(flags));
    try {
      announce(host.ready, flags, context);
      await untilAborted(context.signal);
    } finally {
      await host.close();
    }
    end(exitCodes.ok);
  });
}

/** Starts the engine in this process. Throws `AppError` where a port, the capture file or a certificate refuses. */
export async function startServe(config: EngineConfig): Promise<ServeHost> {
  await prepareCaptureFolder(config.captureFile);
  // Loaded here, so that the commands that need no engine start without SQLite.
  const { createEngine } = await import('#engine/create-engine.ts');
  const engine: Engine = await createEngine(config);
  const { receiverUrl, uiUrl, apiUrl, token, captureFile } = engine;
  const ready: ReadyLine = { event: 'ready', receiverUrl, uiUrl, apiUrl, token, captureFile, pid: process.pid };
  return { ready, close: () => engine.close() };
}

function announce(ready: ReadyLine, flags: ServeFlags, { print, warn }: CommandContext): void {
  if (flags.json) print(JSON.stringify(ready));
  else for (const line of toBanner(ready, flags)) print(line);
  if (flags.open) openInBrowser(ready.uiUrl, warn);
}

/** What a person reads when everything accepts connections. */
export function toBanner(ready: ReadyLine, { auth }: Pick<ServeFlags, 'auth'>): string[] {
  const authFlag = auth === undefined || auth === 'none' ? '' : ' --auth SPEC';
  return [
    'Hookloupe is ready.',
    '',
    `  Receiver      ${ready.receiverUrl}`,
    `  UI            ${ready.uiUrl}`,
    `  Capture file  ${ready.captureFile}`,
    `  Test events   npm run --silent hookloupe -- send --to ${ready.receiverUrl} --scenario all-kinds${authFlag}`,
    '',
    'Ctrl+C stops it.',
  ];
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
