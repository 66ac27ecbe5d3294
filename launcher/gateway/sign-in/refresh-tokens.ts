import { isDeepStrictEqual } from 'node:util';
import { type FetchLike, OAuthError, refreshAuthorization, type StoredOAuthTokens } from '@modelcontextprotocol/client';
import { MCPConnectionError } from '../config/server-errors.ts';
import { discoverIssuer, isOf } from './discover-issuer.ts';
import type { ServerSignInOptions } from './sign-in-entry.ts';
import { CLIENT_GONE, configuredClient, signInEntry, withTokens } from './sign-in-entry.ts';
import { toSignInFault } from './to-sign-in-fault.ts';
import { REFRESH_MS } from './token-file.ts';
import { withoutNulls } from './without-nulls.ts';

/** Max time for one response, in milliseconds. */
const ANSWER_MS = 10_000;

/**
 * Exchanges the stored refresh token for new tokens and stores them. The caller holds the server's lock. Undefined if
 * the authorization server rejects the refresh token, so that a user has to sign in. Tokens stored by another process
 * in the meantime are returned. Rejects with an `MCPConnectionError` on other failures, because the refresh token may
 * still work later.
 */
export async function refreshTokens(
  options: ServerSignInOptions,
  old: StoredOAuthTokens,
): Promise<StoredOAuthTokens | undefined> {
  const { server, url, oauth, fetch: base = fetch, now = Date.now } = options;
  const entry = signInEntry(options);
  const { client: stored, resourceMetadataUrl: at } = await entry.read();
  const client = configuredClient(oauth) ?? stored;
  if (old.refresh_token === undefined || client === undefined) return undefined;
  const all = AbortSignal.timeout(REFRESH_MS);
  let trouble: unknown;
  const send: FetchLike = async (target, init) => {
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
  const fetchFn = withoutNulls(send);
  try {
    const resourceMetadataUrl = at === undefined ? undefined : new URL(at);
    const issuer = await discoverIssuer({ server, url, resourceMetadataUrl, fetchFn });
    if (!isOf(issuer, old) || !isOf(issuer, client)) return undefined;
    const got = await refreshAuthorization(issuer.at, {
      ...{ clientInformation: client, refreshToken: old.refresh_token, fetchFn },
      ...(issuer.metadata && { metadata: issuer.metadata }),
      ...(issuer.resource && { resource: issuer.resource }),
    });
    const fresh = { ...got, issuer: issuer.name };
    await entry.update((current) => withTokens(current, fresh, old.scope, now()));
  } catch (error) {
    const { tokens } = await entry.read();
    if (tokens !== undefined && tokens.access_token !== old.access_token) return tokens;
    if (trouble !== undefined) throw toTrouble(trouble, server, url);
    const code = error instanceof OAuthError ? error.code : '';
    if (CLIENT_GONE.has(code) || code === 'invalid_grant') {
      await entry.update((current) => ({
        ...current,
        client: CLIENT_GONE.has(code) && isDeepStrictEqual(current.client, stored) ? undefined : current.client,
        ...(isDeepStrictEqual(current.tokens, old) && { tokens: undefined, expiresAt: undefined }),
      }));
    }
    const fault = toSignInFault(error, server, url);
    if (fault.code === 'unauthorized') return undefined;
    throw fault;
  }
  return (await entry.read()).tokens;
}

function toTrouble(error: unknown, server: string, url: string): MCPConnectionError {
  const fault = toSignInFault(error, server, url);
  if (fault.code !== 'unauthorized') return fault;
  const why = `its authorization server cannot renew the sign-in now, ${(error as Error).message}`;
  return new MCPConnectionError('unreachable', `cannot use server ${JSON.stringify(server)}: ${why}`, { server });
}
