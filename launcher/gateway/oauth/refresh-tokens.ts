import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { MCPConnectionError } from '../errors.ts';
import { createOAuthProvider } from './oauth-provider.ts';
import { REFRESH_MS } from './refresh-ms.ts';
import type { ServerSignInOptions } from './server-sign-in-options.ts';
import { signInKey } from './sign-in-key.ts';
import { toSignInFault } from './to-sign-in-fault.ts';

/** Milliseconds that one answer may take. */
const ANSWER_MS = 10_000;

/**
 * Trades the stored refresh token for new tokens, and stores them; the caller holds the server's lock. Undefined: the
 * authorization server takes it no more, and a user has to sign in. What somebody else has stored meanwhile is returned.
 * Rejects with an `MCPConnectionError` where nobody said no: the tokens may still do, later.
 */
export async function refreshTokens(
  { server, url, oauth, tokens: file, fetch: base = fetch, now }: ServerSignInOptions,
  old: OAuthTokens,
): Promise<OAuthTokens | undefined> {
  if (old.refresh_token === undefined) return undefined;
  const { auth } = await import('@modelcontextprotocol/sdk/client/auth.js');
  const key = signInKey(server, url, oauth?.clientId);
  const { resourceMetadataUrl } = await file.read(key);
  const all = AbortSignal.timeout(REFRESH_MS);
  let trouble: unknown;
  const fetchFn: FetchLike = async (target, init) => {
    try {
      const signal = AbortSignal.any([all, AbortSignal.timeout(ANSWER_MS)]);
      const response = await base(target, { ...init, signal });
      if (response.status >= 500) trouble = new Error(`HTTP ${response.status}`);
      return response;
    } catch (error) {
      trouble = error;
      throw error;
    }
  };
  // A program that nobody looks at registers nothing.
  const { saveClientInformation: _, ...provider } = createOAuthProvider({ server, url, oauth, tokens: file, now });
  try {
    await auth(
      {
        ...provider,
        // The SDK passes over what keeps it from refreshing, and turns to the user.
        redirectToAuthorization: () => Promise.reject(trouble ?? new NeedsUser()),
      },
      {
        serverUrl: url,
        fetchFn,
        ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
      },
    );
  } catch (error) {
    const { tokens } = await file.read(key);
    if (tokens !== undefined && tokens.access_token !== old.access_token) return tokens;
    const fault = trouble === undefined ? toSignInFault(error, server, url) : toTrouble(trouble, server, url);
    if (fault.code === 'unauthorized') return undefined;
    throw fault;
  }
  return (await file.read(key)).tokens;
}

class NeedsUser extends Error {}

function toTrouble(error: unknown, server: string, url: string): MCPConnectionError {
  const fault = toSignInFault(error, server, url);
  if (fault.code !== 'unauthorized') return fault;
  const why = `its authorization server cannot renew the sign-in now, ${(error as Error).message}`;
  return new MCPConnectionError('unreachable', `cannot use server ${JSON.stringify(server)}: ${why}`, { server });
}
