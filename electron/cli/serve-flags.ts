import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Option, type Command } from 'commander';
import type { EngineConfig } from '#engine/engine-config.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createAddressOptions, toAddressConfig, type AddressFlags } from './flags/address-flags.ts';
import { parseAuthFlag } from './auth-flag.ts';
import { createAuthOptions, toAuthSettings, type AuthFlags } from './flags/auth-options.ts';
import { dataFolder, defaultCaptureFile, runningFolders } from './data-folder.ts';
import { parsePort, parseSizeBytes, parseToken } from './flag-values.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The flags of `serve` as they come out of the parser. */
export interface ServeFlags extends AddressFlags, AuthFlags {
  host: string;
  port: number;
  uiPort: number;
  capture?: string;
  token?: string;
  tunnel: 'none' | 'ngrok';
  tunnelDomain?: string;
  tlsCert?: string;
  tlsKey?: string;
  open?: true;
  json?: true;
  logLevel: string;
  bodyLimit: number;
}

/** Adds the flags of `serve`; each is also read from `HOOKLOUPE_…`. */
export function addServeFlags(command: Command): void {
  const options = [
    new Option('--host <address>', 'address to listen on').default('127.0.0.1'),
    new Option('--port <n>', "receiver's port, 0 for any free one").argParser(parsePort).default(4180),
    new Option('--ui-port <n>', 'port of the UI and the API, 0 for any free one').argParser(parsePort).default(4181),
    new Option('--capture <file>', "capture file (default: default.hookloupe in the user's data folder)"),
    ...createAuthOptions(),
    ...createAddressOptions(),
    new Option('--token <token>', 'token of the UI and the API (default: random)').argParser(parseToken),
    new Option('--tunnel <provider>', 'public address for the receiver').choices(['none', 'ngrok']).default('none'),
    new Option('--tunnel-domain <name>', 'domain reserved at the tunnel provider'),
    new Option('--tls-cert <file>', 'PEM certificate chain; the receiver then speaks HTTPS'),
    new Option('--tls-key <file>', 'PEM private key of --tls-cert'),
    new Option('--open', 'open the UI in the browser'),
    new Option('--json', 'print one line of JSON when ready, nothing else'),
    new Option('--log-level <level>', 'least important log line to write').choices(logLevels).default('info'),
    new Option('--body-limit <size>', 'longest body to store in full')
      .argParser(parseSizeBytes)
      .default(100_000_000, '100MB'),
  ];
  for (const option of options) {
    command.addOption(option.env(`HOOKLOUPE_${option.name().replaceAll('-', '_').toUpperCase()}`));
  }
}

/** Throws `USAGE_INVALID` for an unreadable `--auth` and for a certificate without its key. */
export function toEngineConfig(flags: ServeFlags): EngineConfig {
  if (flags.auth !== undefined) parseAuthFlag(flags.auth);
  return {
    host: flags.host,
    port: flags.port,
    uiPort: flags.uiPort,
    captureFile: path.resolve(flags.capture ?? defaultCaptureFile()),
    auth: flags.auth ?? null,
    authSettings: toAuthSettings(flags),
    token: flags.token ?? randomBytes(32).toString('base64url'),
    tunnel: flags.tunnel,
    tunnelDomain: flags.tunnelDomain ?? null,
    ngrokAuthtoken: null,
    tls: toTlsFiles(flags),
    bodyLimitBytes: flags.bodyLimit,
    rendererFolder: findRendererFolder(),
    settingsFolder: dataFolder(),
    runningFolders: runningFolders(),
    ...toAddressConfig(flags),
    logLevel: flags.logLevel,
  };
}

function toTlsFiles({ tlsCert, tlsKey }: ServeFlags): EngineConfig['tls'] {
  if (tlsCert === undefined && tlsKey === undefined) return null;
  if (tlsCert !== undefined && tlsKey !== undefined) {
    return { certFile: path.resolve(tlsCert), keyFile: path.resolve(tlsKey) };
  }
  const missing = tlsCert === undefined ? '--tls-cert' : '--tls-key';
  throw new AppError('USAGE_INVALID', `${missing} is missing. Give --tls-cert FILE and --tls-key FILE together.`);
}

/** Where `npm run build` puts the renderer; null before that, and the engine then serves the API alone. */
function findRendererFolder(): string | null {
  const folder = path.resolve(import.meta.dirname, '../../dist/renderer');
  return existsSync(path.join(folder, 'index.html')) ? folder : null;
}
