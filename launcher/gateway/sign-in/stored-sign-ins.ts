import type { HttpServerConfig } from '../config/server-config.ts';
import { createServerSignIn, type ServerSignIn } from './server-sign-in.ts';
import { openTokenFile } from './token-file.ts';

/**
 * Returns sign-ins for connections that cannot ask a user. They use the tokens that `mcp auth` stored in the home
 * folder. Undefined if the configuration sets an Authorization header. `config` must be expanded.
 */
export function storedSignIns(home: string): (server: string, config: HttpServerConfig) => ServerSignIn | undefined {
  const tokens = openTokenFile(home);
  return (server, { url, headers, oauth }) => {
    const own = Object.keys(headers).some((header) => header.toLowerCase() === 'authorization');
    return own ? undefined : createServerSignIn({ server, url, oauth, tokens });
  };
}
