import { readFileSync } from 'node:fs';
import { AppError } from '#shared/errors/app-error.ts';
import type { SecretReference } from '#shared/http/auth-spec.ts';

/** The secret behind `env:NAME` or `file:PATH`, from this process's environment and disk. Throws `USAGE_INVALID`. */
export function readSecret({ kind, name }: SecretReference): string {
  if (kind === 'file') return readSecretFile(name);
  const value = process.env[name];
  if (value !== undefined) return value;
  throw new AppError('USAGE_INVALID', `The environment variable ${name} is not set. Set it to the secret.`);
}

/** A line break at the end belongs to the file, not to the secret. */
function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    const message = `The secret's file ${path} cannot be read. Correct the path or its permissions.`;
    throw new AppError('USAGE_INVALID', message, { cause });
  }
}
