import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { shellWord } from '../../text/shell-word.ts';
import { MCPConnectionError } from '../errors.ts';
import { createRefreshAhead } from './refresh-ahead.ts';
import { signInKey } from './sign-in-key.ts';
import type { SignIn, TokenFile } from './token-file.ts';

export interface OAuthProviderOptions {
  /** The server, by its name in the configuration. */
  readonly server: string;
  /** Expanded. */
  readonly url: string;
  readonly tokens: TokenFile;
  /** Where the authorization server sends the user back to. */
  readonly redirectUrl?: string | undefined;
  /** Leads the user to the authorization server. Without it nobody is asked, and what needs the user fails. */
  readonly onRedirect?: ((url: URL) => void | Promise<void>) | undefined;
  /** What the user is told is asking. */
  readonly clientName?: string | undefined;
  /** Where a document about us is, for servers that know clients by that (SEP-991). */
  readonly clientMetadataUrl?: string | undefined;
  /** What the authorization server knows us as, where that was arranged beforehand. */
  readonly client?: OAuthClientInformationMixed | undefined;
  /** Whether the user is asked even where there are tokens. */
  readonly renew?: boolean | undefined;
  readonly now?: (() => number) | undefined;
}

/** Without a user to lead there is nowhere to be sent back to, but for the SDK no address means another flow. */
const NO_REDIRECT = 'http://127.0.0.1/callback';
/** How long one answer to a refresh may take, in milliseconds: requests wait for it. */
const REFRESH_MS = 10_000;

/**
 * OAuth for one server of the configuration; discovery, PKCE and registration are the SDK's. Where a user is needed and
 * cannot be asked, an `MCPConnectionError` (`unauthorized`) says what to run, before anything is registered or sent.
 */
export function createOAuthProvider(options: OAuthProviderOptions): OAuthClientProvider {
  const { server, url, tokens: file, redirectUrl = NO_REDIRECT, onRedirect, clientName = 'mcp-pruner' } = options;
  const { now = Date.now } = options;
  const key = signInKey(server, url);
  let verifier: string | undefined;
  let discovered: OAuthDiscoveryState | undefined;
  let renewing = options.renew ?? false;
  /** What was handed out last: it alone may be told to be worthless. */
  let given: SignIn = {};
  let expiresAt: number | undefined;

  const refuse = (why: string, cause?: unknown): MCPConnectionError =>
    new MCPConnectionError('unauthorized', `cannot use server ${JSON.stringify(server)}: ${why}`, { server, cause });
  const needsUser = (): MCPConnectionError =>
    refuse(`it needs a sign-in, run: mcp-pruner mcp auth ${shellWord(server)}`);
  const guarded = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw refuse((error as Error).message);
    }
  };
  const stored = (): Promise<SignIn> => guarded(() => file.read(key));
  const update = (change: (now: SignIn) => SignIn): Promise<void> => guarded(() => file.update(key, change));

  const usableTokens = async (): Promise<OAuthTokens | undefined> => {
    if (renewing) return undefined;
    const { tokens, ...rest } = await stored();
    given = { ...given, tokens };
    expiresAt = rest.expiresAt;
    // With a refresh token the server's 401 brings new ones; without, it would only learn a dead token.
    const dead = expiresAt !== undefined && expiresAt <= now() && tokens?.refresh_token === undefined;
    return dead ? undefined : tokens;
  };
  const refresh = async (): Promise<void> => {
    const { auth } = await import('@modelcontextprotocol/sdk/client/auth.js');
    const { resourceMetadataUrl } = await stored();
    await auth(
      // Nobody is led anywhere by what happens on its own.
      { ...provider, tokens: usableTokens, redirectToAuthorization: () => Promise.reject(needsUser()) },
      {
        serverUrl: url,
        fetchFn: (target, init) => fetch(target, { ...init, signal: AbortSignal.timeout(REFRESH_MS) }),
        ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
      },
    );
  };
  const refreshAhead = createRefreshAhead(refresh, now);
  const freshTokens = async (): Promise<OAuthTokens | undefined> => {
    const tokens = await usableTokens();
    if (tokens?.refresh_token === undefined || expiresAt === undefined) return tokens;
    return (await refreshAhead(expiresAt)) ? usableTokens() : tokens;
  };
  const knownClient = async (): Promise<OAuthClientInformationMixed | undefined> => {
    if (options.client !== undefined) return options.client;
    const { client } = await stored();
    given = { ...given, client };
    // One that is registered for another address would be refused when the user is back.
    const fits = client === undefined || !('redirect_uris' in client) || client.redirect_uris.includes(redirectUrl);
    return onRedirect === undefined || fits ? client : undefined;
  };

  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: clientName,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      // A program on a user's machine keeps no secret of its own.
      token_endpoint_auth_method: 'none',
    },
    ...(options.clientMetadataUrl === undefined ? {} : { clientMetadataUrl: options.clientMetadataUrl }),
    state: () => randomBytes(32).toString('base64url'),
    clientInformation: knownClient,
    saveClientInformation: (client) =>
      options.client === undefined ? update((now) => ({ ...now, client })) : undefined,
    tokens: freshTokens,
    async saveTokens(tokens) {
      const ends = tokens.expires_in === undefined ? undefined : now() + tokens.expires_in * 1000;
      await update(({ client, resourceMetadataUrl }) => ({
        client,
        tokens,
        expiresAt: ends,
        resourceMetadataUrl: discovered?.resourceMetadataUrl ?? resourceMetadataUrl,
      }));
      renewing = false;
    },
    async redirectToAuthorization(address) {
      if (onRedirect === undefined) throw needsUser();
      // What the server says goes to the user's browser.
      if (!/^https?:$/.test(address.protocol)) throw refuse('its sign-in page is neither http nor https');
      await onRedirect(address);
    },
    saveCodeVerifier(value) {
      verifier = value;
    },
    codeVerifier() {
      if (verifier === undefined) throw refuse('its sign-in was begun by another process');
      return verifier;
    },
    async invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'discovery') discovered = undefined;
      if (scope === 'all' || scope === 'verifier') verifier = undefined;
      // Another process may have refreshed meanwhile: what it stored is good.
      await update((now) => ({
        client:
          (scope === 'all' || scope === 'client') && isDeepStrictEqual(now.client, given.client)
            ? undefined
            : now.client,
        ...((scope === 'all' || scope === 'tokens') && isDeepStrictEqual(now.tokens, given.tokens)
          ? {}
          : { tokens: now.tokens, expiresAt: now.expiresAt }),
        resourceMetadataUrl: now.resourceMetadataUrl,
      }));
    },
    saveDiscoveryState(state) {
      discovered = state;
    },
    async discoveryState() {
      // The first thing the SDK asks for: what cannot end well without a user ends here.
      if (onRedirect === undefined && (await usableTokens())?.refresh_token === undefined) throw needsUser();
      return discovered;
    },
  };
  return provider;
}
