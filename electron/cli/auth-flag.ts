import { readSecret } from '#engine/settings/read-secret.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseAuthSpec, type AuthSpec } from '#shared/http/auth-spec.ts';

/**
 * Reads `--auth SPEC`, secrets from this process's environment and disk. Throws `USAGE_INVALID` that names the flag.
 * Not an argument parser of the flag: the command line's own refusal would repeat the value, and with it the secret.
 */
export function parseAuthFlag(text: string): AuthSpec {
  try {
    return parseAuthSpec(text, readSecret);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError(cause.code, `--auth: ${cause.message}`, { cause });
  }
}
