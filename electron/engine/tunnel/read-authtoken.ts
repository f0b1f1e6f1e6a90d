import { AppError } from '#shared/errors/app-error.ts';
import type { Settings } from '#engine/settings/settings-file.ts';

/** Environment variables that may hold the authtoken, the strongest first. */
const authtokenVariables = ['HOOKLOUPE_NGROK_AUTHTOKEN', 'NGROK_AUTHTOKEN'] as const;

/**
 * The ngrok authtoken to use when none is given with the call: from the environment, else from the settings; null when neither
 * has one. Either may say `file:PATH` instead, for a secret mounted as a file. Throws `TUNNEL_TOKEN_MISSING` when such a file
 * cannot be read or is empty.
 */
export async function readAuthtoken(
  env: Readonly<Record<string, string | undefined>>,
  settings: Settings,
  readFile: (path: string) => Promise<string>,
): Promise<string | null> {
  for (const name of authtokenVariables) {
    const value = env[name]?.trim() ?? '';
    if (value !== '') return resolve(value, name, readFile);
  }
  const stored = settings.ngrok.authtoken?.trim() ?? '';
  return stored === '' ? null : resolve(stored, 'the settings', readFile);
}

async function resolve(value: string, source: string, readFile: (path: string) => Promise<string>): Promise<string> {
  if (!value.startsWith('file:')) return value;
  const path = value.slice('file:'.length);
  const token = (await readTokenFile(path, source, readFile)).trim();
  if (token !== '') return token;
  throw new AppError(
    'TUNNEL_TOKEN_MISSING',
    `The file ${path}, named in ${source}, is empty. Put the ngrok authtoken there.`,
  );
}

async function readTokenFile(
  path: string,
  source: string,
  readFile: (path: string) => Promise<string>,
): Promise<string> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new AppError(
      'TUNNEL_TOKEN_MISSING',
      `The file ${path}, named in ${source}, cannot be read. Correct the path or its permissions.`,
      { cause },
    );
  }
}
