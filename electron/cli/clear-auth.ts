import type { AuthSpec } from '#shared/http/auth-spec.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { assertNever } from '#shared/errors/assert-never.ts';

/**
 * The specification as text with its secrets in clear, for the engine that sends in our place: `env:` and `file:` mean
 * this process's environment and disk, not the engine's.
 */
export function toClearAuth(spec: AuthSpec): string {
  switch (spec.type) {
    case 'none':
      return 'none';
    case 'basic':
      return `basic:${spec.user}:${spec.password}`;
    case 'apikey':
      return `apikey:${spec.key}`;
    case 'bearer':
      return `bearer:${spec.token}`;
    case 'oauth':
    case 'jwks':
      throw new AppError(
        'USAGE_INVALID',
        `--auth: a replay cannot fetch tokens (${spec.type}). Give one with bearer:TOKEN.`,
      );
    default:
      return assertNever(spec);
  }
}
