import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { HttpServerConfig } from '../config/server-config.ts';
import { createOAuthProvider } from './oauth-provider.ts';
import { openTokenFile } from './token-file.ts';

/**
 * Providers for connections that cannot ask a user: they have what `mcp auth` left in the home folder. Undefined where the
 * configuration has an Authorization header itself. `config` is expanded.
 */
export function storedSignIns(
  home: string,
): (server: string, config: HttpServerConfig) => OAuthClientProvider | undefined {
  const tokens = openTokenFile(home);
  return (server, { url, headers }) => {
    const own = Object.keys(headers).some((header) => header.toLowerCase() === 'authorization');
    return own ? undefined : createOAuthProvider({ server, url, tokens });
  };
}
