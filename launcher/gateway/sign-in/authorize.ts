import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  computeScopeUnion,
  exchangeAuthorization,
  type FetchLike,
  IssuerMismatchError,
  OAuthError,
  parseErrorResponse,
  RegistrationRejectedError,
  registerClient,
  type StoredOAuthClientInformation,
  startAuthorization,
} from '@modelcontextprotocol/client';
import { shellWord } from '../../platform/text/shell-word.ts';
import { systemTimers, type Timers } from '../../platform/timers.ts';
import { MCPConnectionError } from '../config/server-errors.ts';
import { discoverIssuer, type Issuer, isOf } from './discover-issuer.ts';
import { type CallbackAnswer, type LoopbackCallback, listenForCallback } from './loopback-callback.ts';
import { probeChallenge } from './probe-challenge.ts';
import { CLIENT_GONE, configuredClient, type SignInOwner, signInEntry, withTokens } from './sign-in-entry.ts';
import { signInFault, toSignInFault } from './to-sign-in-fault.ts';
import type { SignIn } from './token-file.ts';
import { withoutNulls } from './without-nulls.ts';

/** Max time for one response, in milliseconds. */
const ANSWER_MS = 30_000;
const GRANTS = ['authorization_code', 'refresh_token'];

export interface AuthorizeOptions extends SignInOwner {
  /** Expanded headers from the configuration. They are sent only to the server. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives the URL that the user must open. */
  readonly onUrl: (url: URL) => void;
  readonly stop: AbortSignal;
  readonly timers?: Timers;
}

/**
 * Signs a user in to a server: discovers the authorization server, shows its page to the user, waits on loopback, and
 * stores the tokens. Resolves to `not_needed` if the server requires no sign-in. Throws `MCPConnectionError`, whose
 * message contains no code, token or secret.
 */
export async function authorize(options: AuthorizeOptions): Promise<'signed_in' | 'not_needed'> {
  const { server, url, headers = {}, oauth, onUrl, stop, timers = systemTimers } = options;
  const fetchFn = withoutNulls(bounded(fetch, stop));
  const challenge = await probeChallenge({ server, url, headers, fetch: fetchFn });
  if (challenge === undefined) return 'not_needed';
  const { resourceMetadataUrl } = challenge;
  const entry = signInEntry(options);
  const stored = await entry.read();
  const callback = await listen(options, stored, timers);
  const { redirectUrl } = callback;
  try {
    const issuer = await discoverIssuer({ server, url, resourceMetadataUrl, fetchFn });
    const scope = scopeFor(options, stored, issuer, challenge.scope);
    const state = randomBytes(32).toString('base64url');
    const { client, asked, authorizationUrl, codeVerifier } = await startWithClient(options, stored, {
      ...{ entry, issuer, redirectUrl, scope, state, fetchFn },
    });
    const waiting = callback.answer(state, stop);
    if (!stop.aborted) onUrl(authorizationUrl);
    const { code: authorizationCode, iss } = toCode(options, await waiting);
    const exchange = { ...asked, authorizationCode, codeVerifier, redirectUri: redirectUrl, ...(iss && { iss }) };
    const tokens = await exchangeAuthorization(issuer.at, exchange).catch(async (error: unknown) => {
      const forgotten =
        error instanceof OAuthError && CLIENT_GONE.has(error.code) && configuredClient(oauth) === undefined;
      if (!forgotten) throw error;
      await entry.update((now) => (isDeepStrictEqual(now.client, client) ? { ...now, client: undefined } : now));
      throw signInFault('unauthorized', server, url, 'its authorization server has forgotten us; sign in again');
    });
    await entry.update(({ demandedScope: _, ...now }) => ({
      ...withTokens(now, { ...tokens, issuer: issuer.name }, scope, Date.now()),
      ...(configuredClient(oauth) === undefined && { client }),
      resourceMetadataUrl: resourceMetadataUrl?.href ?? now.resourceMetadataUrl,
    }));
    return 'signed_in';
  } catch (error) {
    if (error instanceof IssuerMismatchError) throw refusal(options, 'unauthorized', ANOTHER);
    throw toSignInFault(error, server, url);
  } finally {
    callback.close();
  }
}

interface Starting {
  readonly entry: ReturnType<typeof signInEntry>;
  readonly issuer: Issuer;
  readonly redirectUrl: string;
  readonly scope: string | undefined;
  readonly state: string;
  readonly fetchFn: FetchLike;
}

/** Starts a sign-in with the configured client, the registered one if its page takes it, or a new one. */
async function startWithClient(
  options: AuthorizeOptions,
  stored: SignIn,
  { entry, issuer, redirectUrl, scope, state, fetchFn }: Starting,
) {
  const { server, url, oauth } = options;
  const start = async (client: StoredOAuthClientInformation) => {
    const asked = {
      ...{ clientInformation: client, fetchFn },
      ...(issuer.metadata && { metadata: issuer.metadata }),
      ...(issuer.resource && { resource: issuer.resource }),
    };
    const request = { ...asked, redirectUrl, state, ...(scope && { scope }) };
    const started = await startAuthorization(issuer.at, request);
    // The server's URL goes to the user's browser, so restrict it.
    if (/^https?:$/.test(started.authorizationUrl.protocol)) return { client, asked, ...started };
    throw signInFault('unauthorized', server, url, 'its sign-in page is neither http nor https');
  };
  const register = async () => {
    const client = { ...(await newClient(options, issuer, redirectUrl, scope, fetchFn)), issuer: issuer.name };
    // Another sign-in may run at the same time, and only the client that received tokens can renew them.
    await entry.update((now) => (now.tokens === undefined ? { ...now, client } : now));
    return await start(client);
  };
  const own = configuredClient(oauth);
  if (own !== undefined) return await start(own);
  const registered = usableClient(stored, issuer, redirectUrl);
  if (registered === undefined) return await register();
  const started = await start(registered);
  // A server that registers nobody anew may still know the client.
  return (await refusesClient(started.authorizationUrl, fetchFn)) ? await register().catch(() => started) : started;
}

const ANOTHER = 'the answer is from another authorization server than was asked';

const refusal = ({ server }: AuthorizeOptions, code: 'unauthorized' | 'timeout', why: string): MCPConnectionError =>
  new MCPConnectionError(code, `cannot sign in to server ${JSON.stringify(server)}: ${why}`, { server });

/**
 * Listens for the redirect. Reuses the port of an earlier registration, because some servers accept only the exact URL
 * that was registered.
 */
async function listen(options: AuthorizeOptions, { client }: SignIn, timers: Timers): Promise<LoopbackCallback> {
  const port = options.oauth?.callbackPort;
  if (port === undefined) {
    const address = redirectUris(client)?.[0];
    const wished = address !== undefined && URL.canParse(address) ? Number(new URL(address).port) : 0;
    return listenForCallback({ wished, timers });
  }
  try {
    return await listenForCallback({ port, timers });
  } catch {
    throw refusal(options, 'unauthorized', `port ${port} of 127.0.0.1, its oauth.callbackPort, is taken`);
  }
}

const redirectUris = (client: StoredOAuthClientInformation | undefined): readonly string[] | undefined =>
  client !== undefined && 'redirect_uris' in client ? client.redirect_uris : undefined;

/**
 * Returns the stored client, unless it is registered for another redirect URL, which the server would refuse after the
 * sign-in.
 */
function usableClient({ client }: SignIn, issuer: Issuer, redirectUrl: string): SignIn['client'] {
  const fits = client !== undefined && isOf(issuer, client) && redirectUris(client)?.includes(redirectUrl) !== false;
  return fits ? client : undefined;
}

/**
 * True if the page itself refuses the client, because its registration is gone. Then no redirect follows, and the user
 * would wait in vain (RFC 6749, section 4.1.2.1).
 */
async function refusesClient(page: URL, fetchFn: FetchLike): Promise<boolean> {
  const answer = await fetchFn(page, { redirect: 'manual' }).catch(() => undefined);
  const reader = answer?.body?.getReader();
  const first = await reader?.read().catch(() => undefined);
  await reader?.cancel().catch(() => {});
  return [400, 401, 403].includes(answer?.status ?? 0) && REFUSED_CLIENT.test(new TextDecoder().decode(first?.value));
}

const REFUSED_CLIENT = /\b(?:invalid|unauthorized|unknown|unregistered)[ _-]client|\bclient[ _-]?id\b/i;

/** Identifies us by our metadata document if the server supports that, otherwise registers a client. */
async function newClient(
  { oauth }: AuthorizeOptions,
  { at, metadata }: Issuer,
  redirectUrl: string,
  scope: string | undefined,
  fetchFn: FetchLike,
): Promise<StoredOAuthClientInformation> {
  const document = oauth?.clientMetadataUrl;
  if (metadata?.client_id_metadata_document_supported === true && document !== undefined)
    return { client_id: document };
  const clientMetadata = {
    client_name: 'mcp-pruner',
    redirect_uris: [redirectUrl],
    grant_types: GRANTS,
    response_types: ['code'],
    // MCP 2026-07-28, "Dynamic Client Registration": without it, a redirect to loopback may be refused.
    application_type: 'native',
    // A program on a user's machine cannot keep a client secret.
    token_endpoint_auth_method: 'none',
  };
  const asked = { clientMetadata, fetchFn, ...(metadata && { metadata }), ...(scope && { scope }) };
  return registerClient(at, asked).catch(async (error: unknown) => {
    throw error instanceof RegistrationRejectedError ? await parseErrorResponse(error.body) : error;
  });
}

/**
 * Returns the scopes to request: the configured ones and the scope demanded since the last sign-in. With the latter,
 * the old tokens' scope is requested again, because new tokens replace them. Without any of these, returns those that
 * the server demands for every call, otherwise all that it supports (MCP 2025-11-25, "Scope Selection Strategy" and
 * "Step-Up Authorization Flow").
 */
function scopeFor(
  { oauth }: AuthorizeOptions,
  { demandedScope, tokens }: SignIn,
  { metadata, described }: Issuer,
  challenged: string | undefined,
): string | undefined {
  const granted = demandedScope === undefined ? undefined : tokens?.scope;
  const own = computeScopeUnion(oauth?.scopes?.join(' '), granted, demandedScope);
  const scope = own ?? (challenged || described?.scopes_supported?.join(' ') || undefined);
  // Some servers issue no refresh token without this scope.
  const offline = scope !== undefined && metadata?.scopes_supported?.includes('offline_access');
  return offline ? computeScopeUnion(scope, 'offline_access') : scope;
}

function bounded(base: FetchLike, stop: AbortSignal): FetchLike {
  return (target, init) => base(target, { ...init, signal: AbortSignal.any([stop, AbortSignal.timeout(ANSWER_MS)]) });
}

function toCode(options: AuthorizeOptions, answer: CallbackAnswer): Extract<CallbackAnswer, { kind: 'code' }> {
  if (answer.kind === 'code') return answer;
  if (answer.kind === 'refused') throw refusal(options, 'unauthorized', answer.error);
  throw refusal(
    options,
    'timeout',
    answer.kind === 'stopped'
      ? 'it was interrupted'
      : `its page was not completed; if the page says that the client is unknown, run: mcp-pruner mcp auth --forget ${shellWord(options.server)}`,
  );
}
