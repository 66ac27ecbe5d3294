import type { FetchLike, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { sha256Hex } from '../../platform/sha256.ts';
import type { OAuthConfig } from '../config/oauth-config.ts';
import { MCPConnectionError } from '../config/server-errors.ts';
import type { SignIn, TokenFile } from './token-file.ts';

export interface SignInOwner {
  /** The server's name in the configuration. */
  readonly server: string;
  /** Expanded URL of the server. */
  readonly url: string;
  /** Expanded OAuth settings from the configuration. */
  readonly oauth?: OAuthConfig | undefined;
  readonly tokens: TokenFile;
}

export interface ServerSignInOptions extends SignInOwner {
  readonly fetch?: FetchLike | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** Stored data of the sign-in to one server. Rejects with an `MCPConnectionError`. */
export function signInEntry({ server, url, oauth, tokens }: SignInOwner) {
  const key = signInKey(server, url, oauth?.clientId);
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof MCPConnectionError) throw error;
      const message = `cannot use server ${JSON.stringify(server)}: ${(error as Error).message}`;
      throw new MCPConnectionError('unauthorized', message, { server });
    }
  };
  return {
    read: (): Promise<SignIn> => guarded(tokens.read(key)),
    update: (change: (now: SignIn) => SignIn): Promise<void> => guarded(tokens.update(key, change)),
    /** Runs `run` while no other process holds the lock of this entry. */
    locked: <T>(run: () => Promise<T>): Promise<T> => guarded(tokens.locked(key, run)),
  };
}

/**
 * Returns the key under which a sign-in is stored. It depends on the server's URL and the configured client, so that
 * changing either hides the old entry. The full URL is hashed, because its path or query may contain a key.
 */
export function signInKey(server: string, url: string, clientId?: string | undefined): string {
  const { origin, href } = new URL(url);
  const meant = clientId === undefined ? href : `${href} ${clientId}`;
  return `${server} ${origin} ${sha256Hex(meant, 16)}`;
}

/** Error codes by which an authorization server says that it no longer knows the client. */
export const CLIENT_GONE: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

/** Returns the client that the user has registered in advance. */
export function configuredClient(oauth: OAuthConfig | undefined): StoredOAuthClientInformation | undefined {
  const { clientId: client_id, clientSecret: client_secret } = oauth ?? {};
  return client_id === undefined ? undefined : { client_id, ...(client_secret !== undefined && { client_secret }) };
}

/** Returns an entry with new tokens. A server may omit the scope if it is the requested one (RFC 6749, section 5.1). */
export function withTokens(entry: SignIn, tokens: StoredOAuthTokens, asked: string | undefined, now: number): SignIn {
  const { scope = asked } = tokens;
  const lifetime = lifetimeOf(tokens);
  return {
    ...entry,
    tokens: { ...tokens, ...(scope !== undefined && { scope }) },
    expiresAt: lifetime === undefined ? undefined : now + lifetime,
  };
}

/** Returns how long an access token is valid after it was issued, in milliseconds; undefined if the server did not say. */
export function lifetimeOf({ expires_in }: Pick<StoredOAuthTokens, 'expires_in'>): number | undefined {
  return expires_in === undefined || expires_in <= 0 ? undefined : expires_in * 1000;
}
