import type * as OAuth from 'oauth4webapi';
import { readCapped } from '../../src/remote-pruner/exchange.ts';
import { hashSecret, PERSON } from '../../src/teams/keys/api-key.ts';
import { isLoopbackHost } from '../http/loopback-host.ts';
import type { ProviderSettings } from '../settings/settings.ts';

/** Someone whom the provider vouches for. */
export interface Identity {
  /** The same at each sign-in. Says nothing about the person. */
  readonly id: string;
  readonly name: string;
  /** Undefined if the provider does not say. */
  readonly groups: ReadonlySet<string> | undefined;
}

/** Kept by the browser from the beginning of a sign-in to its end. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/**
 * Why the provider's word is not taken. `unreachable`: it does not answer, or not as one. `refused`: it, or the person,
 * declined. `invalid`: its answer fails a check. The message names the check, and holds no value of the answer.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly reason: 'unreachable' | 'refused' | 'invalid';

  constructor(reason: ProviderError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Signs people in by OpenID Connect. Every method rejects with a `ProviderError`. */
export interface Provider {
  /** Returns the address at which the person signs in, and what to keep meanwhile. */
  begin(): Promise<{ readonly url: string; readonly checks: SignInChecks }>;
  /** `query`: of the address to which the provider sent the browser back. */
  finish(query: URLSearchParams, checks: SignInChecks): Promise<Identity>;
  /** Checks an access token that was issued for this worker's `/mcp` (RFC 9068). */
  verify(token: string): Promise<Identity>;
}

/** Path to which the provider sends browsers back. */
export const CALLBACK_PATH = '/dashboard/sign-in/callback';

const MAX_WAIT_MS = 10_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const METADATA_TTL_MS = 3_600_000;
/** How long the provider's public keys serve if newer ones cannot be had. */
const KEYS_TTL_MS = 12 * 3_600_000;
/** Milliseconds in which a provider that failed is not asked for its metadata or keys again. */
const RETRY_MS = 10_000;
const LONGEST_NAME = 200;
const ID_DIGITS = 32;

export interface ProviderOptions {
  readonly settings: ProviderSettings;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Creates the client of the provider, whose metadata is read at the first use, and again each hour. */
export function createProvider({ settings, clock }: ProviderOptions): Provider {
  const { issuer, clientId, clientSecret, publicUrl, groupsClaim } = settings;
  const client = { client_id: clientId };
  const redirectUri = publicUrl + CALLBACK_PATH;
  const withKeys = createKeys(clock);
  const discover = createDiscovery(issuer, clock);

  /** Runs `work` with the library and the provider's metadata, and says what fails in terms of this file. */
  const using = async <T>(
    work: (oauth: typeof OAuth, server: OAuth.AuthorizationServer, http: Http) => Promise<T>,
  ): Promise<T> => {
    const oauth = await import('oauth4webapi');
    const http = httpOf(oauth, isLoopbackHost(new URL(issuer).hostname));
    try {
      // A copy: the library lets requests with the same object share a promise, which workerd ends with the first of them.
      return await work(oauth, { ...(await discover(oauth, http)) }, http);
    } catch (error) {
      throw toProviderError(oauth, error);
    }
  };

  const toIdentity = (claims: Claims): Promise<Identity> => identityOf(claims, groupsClaim);

  return {
    begin: () => using((oauth, server) => beginAt(oauth, server, settings)),

    finish: (query, { state, nonce, verifier }) =>
      using(async (oauth, server, http) => {
        const own = clientSecret === undefined ? oauth.None() : oauth.ClientSecretBasic(clientSecret);
        const params = oauth.validateAuthResponse(server, client, query, state);
        const answer = await oauth.authorizationCodeGrantRequest(
          ...([server, client, own, params, redirectUri, verifier, http] as const),
        );
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(server, answer, http);
        const claims = oauth.getValidatedIdTokenClaims(tokens) as OAuth.IDToken;
        if (groupsClaim in claims || server.userinfo_endpoint === undefined) return toIdentity(claims);
        const more = await oauth.userInfoRequest(server, client, tokens.access_token, http);
        return toIdentity({ ...(await oauth.processUserInfoResponse(server, client, claims.sub, more)), ...claims });
      }),

    verify: (token) =>
      using(async (oauth, server, http) => {
        const request = new Request(publicUrl, { headers: { authorization: `Bearer ${token}` } });
        const check = (keys: OAuth.JWKSCacheInput) =>
          oauth.validateJwtAccessToken({ ...server }, request, `${publicUrl}/mcp`, {
            ...http,
            [oauth.jwksCache]: keys,
          });
        return toIdentity({ ...(await withKeys(oauth, check)) });
      }),
  };
}

/** Creates the function that returns the provider's metadata, if need be those from before the provider failed. */
function createDiscovery(issuer: string, clock: () => number) {
  // Values, not promises: on workerd a promise ends with the request that created it.
  let known: { readonly server: OAuth.AuthorizationServer; readonly since: number } | undefined;
  let failure: { readonly error: unknown; readonly at: number } | undefined;

  return async (oauth: typeof OAuth, http: Http): Promise<OAuth.AuthorizationServer> => {
    if (known !== undefined && Math.abs(clock() - known.since) <= METADATA_TTL_MS) return known.server;
    try {
      if (failure !== undefined && Math.abs(clock() - failure.at) < RETRY_MS) throw failure.error;
      const expected = new URL(issuer);
      const server = await oauth.processDiscoveryResponse(expected, await oauth.discoveryRequest(expected, http));
      known = { server, since: clock() };
      return server;
    } catch (error) {
      if (error !== failure?.error) failure = { error, at: clock() };
      if (known === undefined) throw error;
      return known.server;
    }
  };
}

/** Creates the function that runs a check with the provider's public keys; while it is away, with its last ones. */
function createKeys(clock: () => number) {
  let last: OAuth.ExportedJWKSCache | undefined;
  let failure: { readonly error: ProviderError; readonly at: number } | undefined;

  return async <T>({ KEY_SELECTION }: typeof OAuth, check: (keys: OAuth.JWKSCacheInput) => Promise<T>): Promise<T> => {
    // A copy, because the library empties it before it asks for newer ones.
    const keys = { ...last } as OAuth.JWKSCacheInput;
    try {
      if (failure !== undefined && Math.abs(clock() - failure.at) < RETRY_MS) throw failure.error;
      return await check(keys);
    } catch (error) {
      if (!(error instanceof ProviderError && error.reason === 'unreachable')) throw error;
      if (error !== failure?.error) failure = { error, at: clock() };
      if (last === undefined || clock() - last.uat * 1000 > KEYS_TTL_MS) throw error;
      const now = Math.floor(clock() / 1000);
      // The key of a token may be newer than the last ones.
      return await check({ jwks: last.jwks, uat: now }).catch((wrong) =>
        Promise.reject(wrong.code === KEY_SELECTION ? error : wrong),
      );
    } finally {
      if ('uat' in keys) last = keys as OAuth.ExportedJWKSCache;
    }
  };
}

type Claims = Readonly<Record<string, unknown>>;

async function identityOf(claims: Claims, groupsClaim: string): Promise<Identity> {
  const { iss, sub } = claims;
  const email = claims['email_verified'] === false ? undefined : claims['email'];
  const said = [email, claims['preferred_username'], claims['name'], sub];
  const name = String(said.find((one) => typeof one === 'string' && one !== ''));
  const groups = claims[groupsClaim];
  return {
    id: PERSON + (await hashSecret(`${iss}\n${sub}`)).slice(0, ID_DIGITS),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    name: name.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, LONGEST_NAME),
    groups: groups === undefined ? undefined : new Set([groups].flat().filter((one) => typeof one === 'string')),
  };
}

async function beginAt(
  oauth: typeof OAuth,
  { authorization_endpoint: endpoint }: OAuth.AuthorizationServer,
  { clientId, publicUrl, scopes }: ProviderSettings,
): ReturnType<Provider['begin']> {
  if (endpoint === undefined) throw new ProviderError('invalid', 'no authorization_endpoint');
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(endpoint);
  const asked = {
    ...{ client_id: clientId, redirect_uri: publicUrl + CALLBACK_PATH, response_type: 'code', scope: scopes },
    ...{ state, nonce, code_challenge_method: 'S256' },
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return { url: url.href, checks: { state, nonce, verifier } };
}

type Http = ReturnType<typeof httpOf>;

/** Returns the options of every request to the provider. */
const httpOf = (oauth: typeof OAuth, isLocal: boolean) => ({
  [oauth.customFetch]: boundedFetch,
  [oauth.allowInsecureRequests]: isLocal,
});

/**
 * Fetches an answer of limited size in limited time. The library follows no redirect. Whoever asks for a public document
 * and gets something else has not reached the provider.
 */
async function boundedFetch(url: string, init: OAuth.CustomFetchOptions<string, unknown>): Promise<Response> {
  try {
    const answer = await fetch(url, { ...(init as RequestInit), signal: AbortSignal.timeout(MAX_WAIT_MS) });
    const { status, headers } = answer;
    if (status >= 500) throw new ProviderError('unreachable', `the status ${status}`);
    const body = await readCapped(answer, MAX_ANSWER_BYTES);
    if (body === undefined) throw new ProviderError('invalid', 'an answer of more than 1 MiB');
    if (init.method === 'GET' && !('authorization' in init.headers)) {
      const found = status === 200 ? JSON.parse(body) : {};
      if (!('issuer' in found || 'keys' in found))
        throw new ProviderError('unreachable', `the status ${status} without a document of a provider`);
    }
    return new Response(body === '' ? null : body, { status, headers });
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError('unreachable', error instanceof Error ? error.name : 'Error');
  }
}

function toProviderError(oauth: typeof OAuth, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError)
    return new ProviderError('refused', /^\w{1,64}$/.test(error.error) ? error.error : 'an unknown error');
  const isCoded = error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError;
  return new ProviderError('invalid', isCoded ? (error.code ?? error.name) : 'Error');
}
