import { Option } from 'commander';
import type { EngineConfig } from '#engine/engine-config.ts';
import { checkModes, type CheckMode } from '#shared/protocol/sender.ts';
import { parseSeconds } from '../flag-values.ts';

/** The flags of `serve` about the sender's authentication. */
export interface AuthFlags {
  auth?: string;
  authMode?: CheckMode;
  authAudience?: string;
  authIssuer?: string;
  authTokenLifetime?: number;
}

/** What is left out is what was remembered, else `none`, `enforce`, no claims, an hour. */
export function createAuthOptions(): Option[] {
  return [
    new Option(
      '--auth <spec>',
      'what a sender must present: none, basic:USER:PASSWORD, apikey:KEY, bearer:TOKEN, oauth:CLIENT_ID:CLIENT_SECRET, jwks:URL',
    ),
    new Option('--auth-mode <mode>', 'enforce: answer 401; shadow: only say what would be 401').choices([
      ...checkModes,
    ]),
    new Option('--auth-audience <aud>', 'with jwks: the claim aud that a token must carry'),
    new Option('--auth-issuer <iss>', 'with jwks: the claim iss that a token must carry'),
    new Option('--auth-token-lifetime <seconds>', 'with oauth: how long issued tokens are valid').argParser(
      parseSeconds,
    ),
  ];
}

/** The flags that were given. */
export function toAuthSettings(flags: AuthFlags): NonNullable<EngineConfig['authSettings']> {
  const { authMode: mode, authAudience: audience, authIssuer: issuer, authTokenLifetime: tokenLifetimeSeconds } = flags;
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(audience === undefined ? {} : { audience }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(tokenLifetimeSeconds === undefined ? {} : { tokenLifetimeSeconds }),
  };
}
