import type { HttpServerConfig } from '../config/server-config.ts';
import { createServerSignIn, type ServerSignIn } from './server-sign-in.ts';
import { openTokenFile } from './token-file.ts';

/**
 * For connections that cannot ask a user: they have what `mcp auth` left in the home folder. Undefined where the
 * configuration has an Authorization header itself. `config` is expanded.
 */
export function storedSignIns(home: string): (server: string, config: HttpServerConfig) => ServerSignIn | undefined {
  const tokens = openTokenFile(home);
  return (server, { url, headers, oauth }) => {
    const own = Object.keys(headers).some((header) => header.toLowerCase() === 'authorization');
    return own ? undefined : createServerSignIn({ server, url, oauth, tokens });
  };
}
