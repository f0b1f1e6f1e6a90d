import { Option, type Command } from 'commander';
import { AppError } from '#shared/errors/app-error.ts';
import type { ApiAddress } from './api-client.ts';
import { parseHttpUrl } from './flag-values.ts';

/** Flags of every command that talks to a running Hookloupe. */
export interface ApiFlags {
  api?: string;
  token?: string;
}

const defaultApiUrl = 'http://127.0.0.1:4181/api/v1';

export function addApiFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--api <url>', `control API of a running Hookloupe (default: ${defaultApiUrl})`)
        .argParser(parseHttpUrl)
        .env('HOOKLOUPE_API'),
    )
    .addOption(new Option('--token <token>', "the control API's token, as serve prints it").env('HOOKLOUPE_TOKEN'));
}

/** Throws `USAGE_INVALID` without a token. */
export function toApiAddress({ api = defaultApiUrl, token }: ApiFlags): ApiAddress {
  if (token !== undefined) return { apiUrl: api, token };
  const message =
    "The control API needs its token. Give --token TOKEN or set HOOKLOUPE_TOKEN; 'serve --json' prints it.";
  throw new AppError('USAGE_INVALID', message);
}
