// How the platform reaches the receiver: the tunnel, opened with what is given now, else with the environment, else with the settings.
import fs from 'node:fs/promises';
import { AppError } from '#shared/errors/app-error.ts';
import type { TunnelStatus } from '#shared/protocol/status.ts';
import { readSettings, updateSettings, type Settings } from './settings/settings-file.ts';
import { createNgrokTunnel } from './tunnel/ngrok-tunnel.ts';
import { readAuthtoken } from './tunnel/read-authtoken.ts';

/** What a person or the command line asks of the tunnel. */
export interface ReachRequest {
  on: boolean;
  authtoken?: string | undefined;
  domain?: string | null | undefined;
  /** Keep token and domain in the settings file. */
  remember: boolean;
}

export interface Reach {
  /** Throws `TUNNEL_TOKEN_MISSING` where no token is known, `SETTINGS_UNWRITABLE` where it cannot be remembered. */
  write(wanted: ReachRequest): Promise<TunnelStatus>;
  status(): TunnelStatus;
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

export interface ReachOptions {
  settingsFolder: string;
  /** A token that the host keeps, such as the desktop app's safe storage; it wins over environment and settings. */
  authtoken: string | null;
  env: Readonly<Record<string, string | undefined>>;
  /** Where the receiver listens when the tunnel opens. */
  localUrl: () => string;
  /** One line; never holds the authtoken. */
  log: (line: string) => void;
}

export async function createReach(options: ReachOptions): Promise<Reach> {
  const { settingsFolder, env, localUrl, log } = options;
  const knownToken = async (settings: Settings): Promise<string | null> =>
    options.authtoken ?? readAuthtoken(env, settings, (path) => fs.readFile(path, 'utf8'));
  const stored = await readSettings(settingsFolder);
  if (stored.message !== null) log(stored.message);
  // A token file that cannot be read is said when somebody wants the tunnel, not at every start.
  const hasToken = await knownToken(stored.settings).then(
    (token) => token !== null,
    () => false,
  );
  const tunnel = createNgrokTunnel({ localUrl, now: Date.now, log, hasToken });

  return {
    status: () => tunnel.status(),
    onChange: (listener) => void tunnel.onChange(listener),
    close: () => tunnel.close(),
    async write(wanted) {
      if (!wanted.on) {
        await tunnel.close();
        return tunnel.status();
      }
      const { settings } = await readSettings(settingsFolder);
      const given = wanted.authtoken?.trim() ?? '';
      const authtoken = given === '' ? await knownToken(settings) : given;
      const domain = wanted.domain?.trim() || settings.ngrok.domain;
      if (authtoken === null) {
        throw new AppError(
          'TUNNEL_TOKEN_MISSING',
          'The tunnel needs an ngrok authtoken: enter it here, or set NGROK_AUTHTOKEN.',
        );
      }
      if (wanted.remember) {
        const kept = given === '' ? settings.ngrok.authtoken : given;
        await updateSettings(settingsFolder, (now) => ({ ...now, ngrok: { ...now.ngrok, authtoken: kept, domain } }));
      }
      await tunnel.open({ authtoken, domain });
      return tunnel.status();
    },
  };
}
