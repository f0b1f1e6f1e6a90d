import { createTokenSource, type TokenSource } from '#engine/simulator/token-source.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toAuthHeader } from '#shared/http/auth-spec.ts';
import type { HeaderPair } from '#shared/http/header-pair.ts';
import { tokenPath } from '#shared/http/token-path.ts';
import { parseAuthFlag } from '../auth-flag.ts';
import type { SendFlags } from '../send-flags.ts';

/** What `send` proves itself with: a header that stays, or tokens that are fetched; the caller closes the source. */
export interface SenderCredentials {
  authHeader: HeaderPair | null;
  tokens: TokenSource | null;
}

/** What fetching tokens depends on beside the flags. */
export interface TokenSurroundings {
  tls: { ca?: string; insecure?: boolean };
  signal: AbortSignal;
  /** What proves to the engine at an address that a request is ours. */
  findProof(url: string): Promise<string | null>;
}

/** Throws `USAGE_INVALID` for a spec that no sender can present. */
export async function openSenderCredentials(
  { auth, to, tokenUrl }: Pick<SendFlags, 'auth' | 'to' | 'tokenUrl'>,
  { tls, signal, findProof }: TokenSurroundings,
): Promise<SenderCredentials> {
  const spec = parseAuthFlag(auth);
  if (tokenUrl !== undefined && spec.type !== 'oauth') {
    throw new AppError(
      'USAGE_INVALID',
      '--token-url: tokens are fetched with --auth oauth:CLIENT_ID:CLIENT_SECRET only.',
    );
  }
  if (spec.type === 'jwks') {
    throw new AppError('USAGE_INVALID', '--auth: jwks checks tokens and cannot make them. Give one with bearer:TOKEN.');
  }
  if (spec.type !== 'oauth') return { authHeader: toAuthHeader(spec), tokens: null };
  const url = tokenUrl ?? new URL(tokenPath, to).href;
  const { clientId, clientSecret } = spec;
  const originSecret = await findProof(url);
  return {
    authHeader: null,
    tokens: createTokenSource({ tokenUrl: url, clientId, clientSecret, originSecret, tls, signal }),
  };
}
