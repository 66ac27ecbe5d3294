import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { shellWord } from '../../text/shell-word.ts';
import type { OAuthConfig } from '../config/oauth-config.ts';
import { MCPConnectionError } from '../errors.ts';
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
  /** Of the configuration, expanded. */
  readonly oauth?: OAuthConfig | undefined;
  /** Whether the user is asked even where there are tokens. */
  readonly renew?: boolean | undefined;
  readonly now?: (() => number) | undefined;
}

/** Without a user to lead there is nowhere to be sent back to, but for the SDK no address means another flow. */
const NO_REDIRECT = 'http://127.0.0.1/callback';

/**
 * OAuth for one server of the configuration; discovery, PKCE and registration are the SDK's. Where a user is needed and
 * cannot be asked, an `MCPConnectionError` (`unauthorized`) says what to run, before anything is registered or sent.
 */
export function createOAuthProvider(options: OAuthProviderOptions): OAuthClientProvider {
  const { server, url, tokens: file, redirectUrl = NO_REDIRECT, onRedirect, clientName = 'mcp-pruner' } = options;
  const { now = Date.now } = options;
  const { clientId, clientSecret, clientMetadataUrl, scopes } = options.oauth ?? {};
  const registered = clientId === undefined ? undefined : toClient(clientId, clientSecret);
  const key = signInKey(server, url, clientId);
  let verifier: string | undefined;
  let discovered: OAuthDiscoveryState | undefined;
  let requestedScope: string | undefined;
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
  const knownClient = async (): Promise<OAuthClientInformationMixed | undefined> => {
    if (registered !== undefined) return registered;
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
      // MCP 2026-07-28, "Dynamic Client Registration": else a redirect to loopback may be refused.
      ...({ application_type: 'native' } as object),
      // A program on a user's machine keeps no secret of its own.
      token_endpoint_auth_method: 'none',
      ...(scopes === undefined ? {} : { scope: scopes.join(' ') }),
    },
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    state: () => randomBytes(32).toString('base64url'),
    clientInformation: knownClient,
    saveClientInformation: (client) => (registered === undefined ? update((now) => ({ ...now, client })) : undefined),
    tokens: usableTokens,
    async saveTokens(tokens) {
      const ends = tokens.expires_in === undefined ? undefined : now() + tokens.expires_in * 1000;
      await update(({ client, resourceMetadataUrl, demandedScope, tokens: before }) => ({
        client,
        tokens: withScope(tokens, requestedScope ?? before?.scope),
        expiresAt: ends,
        // New tokens for old ones have no other scope.
        ...(onRedirect === undefined && { demandedScope }),
        resourceMetadataUrl: discovered?.resourceMetadataUrl ?? resourceMetadataUrl,
      }));
      renewing = false;
    },
    async redirectToAuthorization(address) {
      if (onRedirect === undefined) throw needsUser();
      // What the server says goes to the user's browser.
      if (!/^https?:$/.test(address.protocol)) throw refuse('its sign-in page is neither http nor https');
      requestedScope = address.searchParams.get('scope') ?? undefined;
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
        demandedScope: now.demandedScope,
      }));
    },
    saveDiscoveryState(state) {
      if (!isOfIssuer(state)) throw refuse('the metadata of its authorization server is of another issuer');
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

/** An authorization server may leave the scope out if it is the one asked for (RFC 6749, section 5.1). */
function withScope(tokens: OAuthTokens, asked: string | undefined): OAuthTokens {
  return tokens.scope !== undefined || asked === undefined ? tokens : { ...tokens, scope: asked };
}

/**
 * False if an authorization server that the resource names describes itself as another (RFC 8414, section 3.3). Servers
 * without resource metadata are earlier than that rule, and what they answer is often of another issuer.
 */
function isOfIssuer({ resourceMetadata, authorizationServerMetadata: metadata }: OAuthDiscoveryState): boolean {
  const named = resourceMetadata?.authorization_servers?.[0];
  if (named === undefined || metadata === undefined) return true;
  const bare = (url: string): string => url.replace(/\/$/, '');
  return bare(metadata.issuer) === bare(named);
}

function toClient(client_id: string, client_secret: string | undefined): OAuthClientInformationMixed {
  return { client_id, ...(client_secret === undefined ? {} : { client_secret }) };
}
