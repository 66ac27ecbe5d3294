import { readFileSync } from 'node:fs';
import type { StoredOAuthTokens } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import type { HttpServerConfig } from '../../../../launcher/gateway/config/server-config.ts';
import { MCPConnectionError } from '../../../../launcher/gateway/config/server-errors.ts';
import { type AuthorizeOptions, authorize } from '../../../../launcher/gateway/sign-in/authorize.ts';
import { SIGN_IN_MS } from '../../../../launcher/gateway/sign-in/loopback-callback.ts';
import { refreshTokens } from '../../../../launcher/gateway/sign-in/refresh-tokens.ts';
import { createServerSignIn } from '../../../../launcher/gateway/sign-in/server-sign-in.ts';
import { signInKey } from '../../../../launcher/gateway/sign-in/sign-in-entry.ts';
import { openTokenFile } from '../../../../launcher/gateway/sign-in/token-file.ts';
import { createHttpTransport } from '../../../../launcher/gateway/upstream/transport/http-transport.ts';
import { systemTimers } from '../../../../launcher/platform/timers.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { heldTimers } from '../../platform/process/held-timers.ts';
import { overHttp } from '../upstream/connection/connected.ts';
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.ts';

/** Opens the page as the user's browser would. */
const consent = (url: URL): void => void fetch(url).then((response) => response.body?.cancel());

async function setUp(): Promise<{ server: AuthorizationServer; home: string; options: AuthorizeOptions }> {
  const server = await startAuthorizationServer();
  const home = tempDir();
  const stop = new AbortController().signal;
  return {
    server,
    home,
    options: { server: 'far', url: server.url, tokens: openTokenFile(home), onUrl: consent, stop },
  };
}

/** Sends one message with the stored sign-in, as the gateway does. */
async function send({ url, tokens }: AuthorizeOptions, now?: () => number): Promise<void> {
  const signIn = createServerSignIn({ server: 'far', url, tokens, now });
  const config = overHttp(url) as HttpServerConfig;
  const transport = createHttpTransport({ server: 'far', config, timers: systemTimers, signIn });
  await transport.start();
  try {
    await transport.send({ jsonrpc: '2.0', id: 0, method: 'ping' });
  } finally {
    await transport.close();
  }
}

const failure = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a user who signs in once is not asked again: tokens are used, and refreshed when they end', async () => {
  const { server, options } = await setUp();
  expect(await authorize(options)).toBe('signed_in');
  await send(options);
  const [exchanged] = server.tokenRequests;
  expect(exchanged?.get('resource')).toBe(server.url);
  expect(exchanged?.get('code_verifier')).toHaveLength(43);
  expect(server.registered).toMatchObject([
    {
      client_name: 'mcp-pruner',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      redirect_uris: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)],
    },
  ]);
});

test('tokens that are refused are refreshed, once', async () => {
  const { server, options } = await setUp();
  await authorize(options);
  await options.tokens.update(signInKey('far', server.url), (now) => ({
    ...now,
    tokens: { ...(now.tokens as { access_token: string; token_type: string }), access_token: 'worn' },
  }));
  await send(options);
  expect(server.tokenRequests.map((given) => given.get('grant_type'))).toEqual(['authorization_code', 'refresh_token']);
  await send(options);
  expect(server.tokenRequests).toHaveLength(2);
});

test('without a user who can be asked it is said what to run, and nothing is registered', async () => {
  const { server, options } = await setUp();
  const error = (await failure(send(options))) as MCPConnectionError;
  expect(error).toBeInstanceOf(MCPConnectionError);
  expect(error).toMatchObject({ code: 'unauthorized', server: 'far' });
  expect(error.message).toBe(
    `cannot use server "far" at ${new URL(server.url).origin}: HTTP 401, run: mcp-pruner mcp auth far`,
  );
  expect(server.asked).toEqual(['POST /mcp']);
});

test('a token that has ended and cannot be refreshed is not sent', async () => {
  const { server, options } = await setUp();
  server.behaviour.refresh = false;
  server.behaviour.expiresIn = 60;
  await authorize(options);
  await send(options);
  const later = Date.now() + 61_000;
  expect(await failure(send(options, () => later))).toMatchObject({ code: 'unauthorized' });
});

test('tokens of one address are not sent to another after the configuration changed', async () => {
  const { server, options } = await setUp();
  await authorize(options);
  for (const url of [`${server.url}?tenant=2`, server.url.replace('127.0.0.1', 'localhost')]) {
    expect(await failure(send({ ...options, url }))).toMatchObject({ code: 'unauthorized' });
  }
  expect(await failure(send({ ...options, url: `${server.url}/` }))).toBeInstanceOf(Error);
  await send(options);
});

test('signing in again asks again, as the program that is known already', async () => {
  const { server, options } = await setUp();
  await authorize(options);
  await authorize(options);
  expect(server.registered).toHaveLength(1);
  expect(server.tokenRequests.map((given) => given.get('grant_type'))).toEqual([
    'authorization_code',
    'authorization_code',
  ]);
});

test('a server that wants no sign-in says so', async () => {
  const { server, options } = await setUp();
  server.behaviour.protect = false;
  expect(await authorize(options)).toBe('not_needed');
  expect(server.registered).toEqual([]);
});

test('a registration that the page refuses is made anew, instead of waiting for a redirect', async () => {
  const { server, options } = await setUp();
  await authorize(options);
  server.forgetClients();
  expect(await authorize(options)).toBe('signed_in');
  expect(server.registered).toHaveLength(2);
});

test('a refusal, an interruption and no answer at all each end with why', async () => {
  const { server, options } = await setUp();
  server.behaviour.refuse = 'access_denied';
  expect(await failure(authorize(options))).toMatchObject({
    code: 'unauthorized',
    message: 'cannot sign in to server "far": access_denied',
  });
  const stop = new AbortController();
  const interrupted = authorize({ ...options, stop: stop.signal, onUrl: () => stop.abort() });
  expect(await failure(interrupted)).toMatchObject({ code: 'timeout' });
  const timers = heldTimers(SIGN_IN_MS);
  const waited = authorize({ ...options, timers, onUrl: () => timers.ring(SIGN_IN_MS) });
  expect(await failure(waited)).toMatchObject({
    code: 'timeout',
    message: expect.stringMatching(
      /^cannot sign in to server "far": its page was not completed; .* mcp auth --forget far$/,
    ),
  });
});

test('what goes wrong is told without a secret', async () => {
  const { server, home, options } = await setUp();
  await authorize(options);
  server.behaviour.badToken = 'invalid_scope';
  const error = (await failure(authorize(options))) as MCPConnectionError;
  expect(error.message).toBe(
    `cannot sign in to server "far" at ${new URL(server.url).origin}: invalid_scope, no, not so`,
  );
  const text = readFileSync(`${home}/oauth.json`, 'utf8');
  for (const secret of server.secrets) expect(`${error.stack}${String(error.cause)}`).not.toContain(secret);
  expect(text).not.toContain('code_verifier');
  server.behaviour.badToken = 'invalid_client';
  const forgotten = (await failure(authorize(options))) as MCPConnectionError;
  expect(forgotten.message).toMatch(/: its authorization server has forgotten us; sign in again$/);
  const nobody = await failure(authorize({ ...options, url: 'http://127.0.0.1:1/mcp' }));
  expect(nobody).toMatchObject({ code: 'unreachable' });
});

test('two who refresh at once do not throw away what the other got', async () => {
  const { server, options } = await setUp();
  await authorize(options);
  const key = signInKey('far', server.url);
  const read = () => options.tokens.read(key);
  const refresh = (tokens: StoredOAuthTokens | undefined) =>
    refreshTokens({ server: 'far', url: server.url, tokens: options.tokens }, tokens as StoredOAuthTokens);
  const { tokens: old } = await read();
  const fresh = { access_token: 'new', refresh_token: 'newer', token_type: 'Bearer' };
  await options.tokens.update(key, (now) => ({ ...now, tokens: fresh }));
  server.behaviour.badToken = 'invalid_grant';
  expect(await refresh(old)).toEqual(fresh);
  expect((await read()).tokens).toEqual(fresh);
  expect(old).not.toEqual(fresh);
  expect(await refresh(fresh)).toBeUndefined();
  expect((await read()).tokens).toBeUndefined();
  expect((await read()).client).toBeDefined();
  await options.tokens.update(key, (now) => ({ ...now, tokens: fresh }));
  server.behaviour.badToken = 'invalid_client';
  expect(await refresh(fresh)).toBeUndefined();
  expect((await read()).client).toBeUndefined();
});

test('a token that is about to end is renewed first, once for all who ask', async () => {
  const { server, options } = await setUp();
  server.behaviour.expiresIn = 60;
  await authorize(options);
  let later = Date.now() + 20_000;
  const { url, tokens } = options;
  const signIn = createServerSignIn({ server: 'far', url, tokens, now: () => later });
  const first = await signIn.token();
  later += 15_000;
  const renewed = await Promise.all([signIn.token(), signIn.token(), signIn.token()]);
  expect(server.tokenRequests.map((given) => given.get('grant_type'))).toEqual(['authorization_code', 'refresh_token']);
  expect(new Set(renewed)).toEqual(new Set([server.secrets.at(-2)]));
  expect(renewed[0]).not.toEqual(first);
  server.behaviour.badToken = 'temporarily_unavailable';
  later += 40_000;
  expect(await signIn.token()).toEqual(renewed[0]);
  expect(await signIn.token()).toEqual(renewed[0]);
  expect(server.tokenRequests).toHaveLength(3);
});

test('an answer that is from another authorization server is not taken', async () => {
  const { server, options } = await setUp();
  const issuer = new URL(server.url).origin;
  const another = 'cannot sign in to server "far": the answer is from another authorization server than was asked';
  server.behaviour.iss = 'https://evil.example';
  expect(await failure(authorize(options))).toMatchObject({ message: another });
  delete server.behaviour.iss;
  server.behaviour.saysIss = true;
  expect(await failure(authorize(options))).toMatchObject({ message: another });
  expect(server.tokenRequests).toEqual([]);
  server.behaviour.iss = issuer;
  expect(await authorize(options)).toBe('signed_in');
});

test('an authorization server whose metadata is of another issuer is not used', async () => {
  const { server, options } = await setUp();
  server.behaviour.issuer = 'https://other.example';
  const error = (await failure(authorize(options))) as MCPConnectionError;
  expect(error).toMatchObject({ code: 'unauthorized' });
  expect(error.message).toContain('the metadata of its authorization server is of another issuer');
  expect(server.registered).toEqual([]);
  expect(server.consents).toEqual([]);
});

test('a server that does not describe itself is earlier than that rule', async () => {
  const { server, options } = await setUp();
  server.behaviour.undescribed = true;
  server.behaviour.issuer = 'https://other.example';
  expect(await authorize(options)).toBe('signed_in');
  server.revoke();
  await send(options);
  expect(server.tokenRequests.map((given) => given.get('grant_type'))).toEqual(['authorization_code', 'refresh_token']);
});

test('a sign-in for what a call demands asks again for what was granted before', async () => {
  const { server, options } = await setUp();
  await authorize(options);
  const signIn = createServerSignIn({ server: 'far', url: server.url, tokens: options.tokens });
  await signIn.demand('write', 'scope');
  await authorize(options);
  // The page of a known client is looked at before the user opens it.
  expect(server.consents.map((given) => given.get('scope'))).toEqual(['read', 'read write', 'read write']);
});

test('two sign-ins at once took each other’s registration', async () => {
  const { server, options } = await setUp();
  let go = (): void => {};
  const other = new Promise<void>((resolve) => {
    go = resolve;
  });
  const first = authorize({ ...options, onUrl: (url) => void other.then(() => consent(url)) });
  await until(async () => (server.registered.length === 1 ? true : undefined));
  const stop = new AbortController();
  const second = failure(authorize({ ...options, onUrl: () => go(), stop: stop.signal }));
  expect(await first).toBe('signed_in');
  stop.abort();
  expect(await second).toMatchObject({ code: 'timeout' });
  server.revoke();
  await send(options);
  expect(server.tokenRequests.map((given) => given.get('grant_type'))).toEqual(['authorization_code', 'refresh_token']);
  // A later sign-in that is aborted does not affect the existing one.
  const late = new AbortController();
  const third = failure(authorize({ ...options, onUrl: () => late.abort(), stop: late.signal }));
  expect(await third).toMatchObject({ code: 'timeout' });
  server.revoke();
  await send(options);
});

test('`null` in what an authorization server says of itself, of us and of tokens', async () => {
  const { server, options } = await setUp();
  server.behaviour.nulls = true;
  expect(await authorize(options)).toBe('signed_in');
  server.revoke();
  await send(options);
  expect(server.tokenRequests).toHaveLength(2);
});
