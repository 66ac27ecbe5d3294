import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { OAuthConfig } from '../../../../launcher/gateway/config/oauth-config.ts';
import { authorize } from '../../../../launcher/gateway/sign-in/authorize.ts';
import { createServerSignIn } from '../../../../launcher/gateway/sign-in/server-sign-in.ts';
import { signInKey } from '../../../../launcher/gateway/sign-in/sign-in-entry.ts';
import { openTokenFile } from '../../../../launcher/gateway/sign-in/token-file.ts';
import { type Launcher, startLauncher } from '../../../support/launcher.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { connected, overHttp } from '../upstream/connection/connected.ts';
import { type AuthorizationServer, startAuthorizationServer } from './authorization-server.ts';

const consent = (url: URL): void => void fetch(url).then((response) => response.body?.cancel());
const grants = (server: AuthorizationServer): readonly unknown[] =>
  server.tokenRequests.map((given) => given.get('grant_type'));
const FIRST = 'authorization_code';
const RENEWED = 'refresh_token';

async function signedIn(oauth?: OAuthConfig) {
  const server = await startAuthorizationServer();
  const home = tempDir();
  const tokens = openTokenFile(home);
  const options = { server: 'far', url: server.url, tokens, oauth };
  const signIn = (): Promise<unknown> => authorize({ ...options, onUrl: consent, stop: new AbortController().signal });
  await signIn();
  const connect = () =>
    connected(overHttp(server.url, { autoReconnect: false, oauth }), {
      name: 'far',
      signIns: () => createServerSignIn(options),
    });
  return { server, home, tokens, options, signIn, connect, key: signInKey('far', server.url, oauth?.clientId) };
}

test('three calls at the end of a token sent three refreshes, which signed the user out', async () => {
  const { server, connect } = await signedIn();
  const it = connect();
  await it.call('look');
  server.revoke();
  const seen = { content: [{ type: 'text', text: 'seen' }] };
  expect(await Promise.all([it.call('look'), it.call('look'), it.call('look')])).toEqual([seen, seen, seen]);
  expect(grants(server)).toEqual([FIRST, RENEWED]);
  server.revoke();
  await it.call('look');
  expect(grants(server)).toEqual([FIRST, RENEWED, RENEWED]);
});

/** Starts a real launcher with the server behind it; `look` calls the server's tool. */
async function agentIn(home: string): Promise<Launcher & { look(): Promise<unknown> }> {
  const launcher = startLauncher(home, { MCP_PRUNER_HOME: home });
  await launcher.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'agent', version: '1' },
  });
  const look = async (): Promise<unknown> =>
    (await launcher.request('tools/call', { name: 'mcp_far_look', arguments: {} })).result ?? 'no such tool';
  return { ...launcher, look };
}

function configure(home: string, server: AuthorizationServer): void {
  mkdirSync(home, { recursive: true });
  const mcpServers = { far: { url: server.url } };
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
}

test('two agents at the end of a token signed the user out of both', async () => {
  const { server, home } = await signedIn();
  configure(home, server);
  const agents = await Promise.all([agentIn(home), agentIn(home)]);
  await Promise.all(agents.map((agent) => agent.look()));
  server.revoke();
  const seen = agents.flatMap((agent) => [agent.look(), agent.look(), agent.look()]);
  for (const result of await Promise.all(seen)) expect(result).toMatchObject({ content: [{ text: 'seen' }] });
  expect(grants(server)).toEqual([FIRST, RENEWED]);
  expect(await Promise.all(agents.map((agent) => agent.end()))).toEqual([0, 0]);
  expect(readdirSync(home).filter((name) => name.endsWith('.lock'))).toEqual([]);
});

test('an agent that runs was not told that its user has signed in', async () => {
  const server = await startAuthorizationServer();
  const home = tempDir();
  configure(home, server);
  const agent = await agentIn(home);
  const asked = { content: [{ text: expect.stringContaining('the user can run: mcp-pruner mcp auth far') }] };
  expect(await agent.look()).toMatchObject(asked);
  const changed = agent.next(({ method }) => method === 'notifications/tools/list_changed');
  const stop = new AbortController().signal;
  await authorize({ server: 'far', url: server.url, tokens: openTokenFile(home), onUrl: consent, stop });
  await changed;
  const { result } = await agent.request('tools/list');
  expect(JSON.stringify(result)).toContain('mcp_far_look');
  expect(await agent.look()).toMatchObject({ content: [{ text: 'seen' }] });
  expect(await agent.end()).toBe(0);
});

test('tokens that another has got meanwhile are taken over, and not renewed', async () => {
  const { server, tokens, options, key, signIn } = await signedIn();
  const mine = createServerSignIn(options);
  const old = await mine.token();
  await signIn();
  expect(await mine.renew(old)).toBe((await tokens.read(key)).tokens?.access_token);
  expect(grants(server)).toEqual([FIRST, FIRST]);
});

test('a refresh token that is refused does not take the tokens with it that somebody got meanwhile', async () => {
  const { server, tokens, options, key } = await signedIn();
  const fresh = { access_token: 'fresh', token_type: 'Bearer' };
  const mine = createServerSignIn({
    ...options,
    fetch: async (target, init) => {
      if (String(target).endsWith('/token')) await tokens.update(key, (now) => ({ ...now, tokens: fresh }));
      return fetch(target, init);
    },
  });
  server.behaviour.badToken = 'invalid_grant';
  expect(await mine.renew(await mine.token())).toBe('fresh');
  expect((await tokens.read(key)).tokens).toEqual(fresh);
});

test('a refresh token that is refused signs out, and nobody registers in its place', async () => {
  const { server, tokens, options, key, connect } = await signedIn();
  const it = connect();
  await it.call('look');
  server.revoke();
  server.behaviour.badToken = 'invalid_client';
  const error = await it.call('look').catch((fault: unknown) => fault);
  const left = await tokens.read(key);
  expect({ error, left, asked: grants(server) }).toEqual({
    error: expect.objectContaining({ code: 'unauthorized' }),
    left: { demandedScope: 'read' },
    asked: [FIRST, RENEWED],
  });
  expect(server.registered).toHaveLength(1);
  expect(await createServerSignIn(options).token()).toBeUndefined();
});

test.each([503, 500])('an authorization server that answers %i signs nobody out', async (status) => {
  const { server, connect } = await signedIn();
  const it = connect();
  await it.call('look');
  server.revoke();
  server.behaviour.tokenStatus = status;
  await expect(it.call('look')).rejects.toMatchObject({
    code: 'unreachable',
    message: `cannot use server "far": its authorization server cannot renew the sign-in now, HTTP ${status}`,
  });
  delete server.behaviour.tokenStatus;
  await it.call('look');
  expect(grants(server).at(-1)).toBe(RENEWED);
});

test('calls side by side ask an authorization server that is out of order once', async () => {
  const { server, options } = await signedIn();
  server.behaviour.tokenStatus = 503;
  const mine = createServerSignIn(options);
  const token = await mine.token();
  const renewals = await Promise.allSettled([mine.renew(token), mine.renew(token), mine.renew(token)]);
  expect(renewals.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(grants(server)).toEqual([FIRST, RENEWED]);
  delete server.behaviour.tokenStatus;
  expect(await mine.renew(token)).not.toBe(token);
});

test('a token ends at the moment that it was given until, and is renewed half a minute before', async () => {
  const { server, tokens, options, key } = await signedIn();
  const end = 1_000_000;
  const at = (now: number) => createServerSignIn({ ...options, now: () => now }).token();
  const alone = { access_token: 'alone', token_type: 'Bearer', issuer: new URL(server.url).origin };
  await tokens.update(key, (now) => ({ ...now, tokens: alone, expiresAt: end }));
  expect([await at(end - 1), await at(end)]).toEqual(['alone', undefined]);
  const refreshable = { ...alone, refresh_token: server.secrets.findLast((secret) => secret.startsWith('refresh')) };
  await tokens.update(key, (now) => ({ ...now, tokens: refreshable as typeof alone, expiresAt: end }));
  expect(await at(end - 30_001)).toBe('alone');
  expect(await at(end - 30_000)).toBe(server.secrets.findLast((secret) => secret.startsWith('access')));
});

test('a token of less than half a minute was renewed at every request', async () => {
  const { server, tokens, options, key } = await signedIn();
  server.behaviour.expiresIn = 20;
  await tokens.update(key, (now) => ({ ...now, expiresAt: 0 }));
  const before = server.tokenRequests.length;
  const at = (now: number) => createServerSignIn({ ...options, now: () => now }).token();
  const first = await at(1_000_000);
  expect([await at(1_000_001), await at(1_009_999)]).toEqual([first, first]);
  expect(server.tokenRequests).toHaveLength(before + 1);
  expect(await at(1_010_000)).not.toBe(first);
});

test('a call that needs another scope says which, and the next sign-in asks for it', async () => {
  const { server, tokens, key, signIn, connect } = await signedIn();
  expect(server.consents.map((asked) => asked.get('scope'))).toEqual(['read']);
  const it = connect();
  await it.call('look');
  server.behaviour.demands = 'write:all';
  const message = `cannot use server "far" at ${new URL(server.url).origin}: it requires the scope "write:all", run: mcp-pruner mcp auth far`;
  await expect(it.call('look')).rejects.toMatchObject({ code: 'unauthorized', sent: false, message });
  expect(grants(server)).toEqual([FIRST]);
  await signIn();
  expect(server.consents.at(-1)?.get('scope')).toBe('read write:all');
  expect((await tokens.read(key)).demandedScope).toBeUndefined();
  // The same connection continues with the new token.
  await it.call('look');
  expect(it.states).toEqual(['connecting', 'connected']);
});

test('a server that greets everyone and wants a sign-in for its tools had none, for good', async () => {
  const server = await startAuthorizationServer();
  server.behaviour.greets = true;
  const tokens = openTokenFile(tempDir());
  const options = { server: 'far', url: server.url, tokens };
  const it = connected(overHttp(server.url), { name: 'far', signIns: () => createServerSignIn(options) });
  it.connection.start();
  await it.when(() => it.connection.state === 'failed');
  expect(it.connection.fault).toMatchObject({ code: 'unauthorized' });
  await authorize({ ...options, onUrl: consent, stop: new AbortController().signal });
  expect(server.consents[0]?.get('scope')).toBe('read');
  it.connection.signedIn();
  await it.when(() => it.lists.some(({ tools }) => tools?.length === 1));
  it.lists.length = 0;
  it.connection.signedIn();
  await it.when(() => it.lists.some(({ tools }) => tools?.length === 1));
  expect(it.states.filter((state) => state === 'connected')).toHaveLength(2);
});

test('what was demanded outlives a renewal', async () => {
  const { tokens, key, options } = await signedIn();
  const mine = createServerSignIn(options);
  await mine.demand('write', 'scope');
  await mine.demand('read', 'token');
  await mine.renew(await mine.token());
  expect((await tokens.read(key)).demandedScope).toBe('write');
});

test('a client that was arranged beforehand, its secret and its scopes are used and never written', async () => {
  const oauth = { clientId: 'arranged', clientSecret: 's3cret-0f-mine', scopes: ['a', 'b'] };
  const { server, tokens, key, options, signIn } = await signedIn(oauth);
  expect(server.registered).toEqual([]);
  expect(server.consents.map((asked) => [asked.get('client_id'), asked.get('scope')])).toEqual([['arranged', 'a b']]);
  server.behaviour.proofs = ['client_secret_basic'];
  const mine = createServerSignIn(options);
  await mine.demand('b c', 'scope');
  await signIn();
  expect(server.consents.at(-1)?.get('scope')).toBe('a b c');
  expect(server.proofs.at(-1)).toBe(`Basic ${btoa('arranged:s3cret-0f-mine')}`);
  await mine.renew(await mine.token());
  expect([grants(server).at(-1), server.proofs.at(-1)?.split(' ')[0]]).toEqual([RENEWED, 'Basic']);
  expect(JSON.stringify(await tokens.read(key))).not.toContain('s3cret');
  // A different client cannot use these tokens.
  expect(await createServerSignIn({ ...options, oauth: undefined }).token()).toBeUndefined();
});

test('where servers know clients by a document about them, that is named', async () => {
  const server = await startAuthorizationServer();
  server.behaviour.documents = true;
  const clientMetadataUrl = 'https://me.example/client.json';
  const options = { server: 'far', url: server.url, oauth: { clientMetadataUrl }, tokens: openTokenFile(tempDir()) };
  await authorize({ ...options, onUrl: consent, stop: new AbortController().signal });
  expect([server.registered, server.consents[0]?.get('client_id')]).toEqual([[], clientMetadataUrl]);
});

test('a port that the client is bound to is used, or said to be taken', async () => {
  const { server, options } = await signedIn();
  const port = Number(new URL(server.consents[0]?.get('redirect_uri') ?? '').port);
  const stop = new AbortController().signal;
  const bound = { ...options, oauth: { clientId: 'arranged', callbackPort: port }, onUrl: consent, stop };
  await authorize(bound);
  expect(server.consents.at(-1)?.get('redirect_uri')).toBe(`http://127.0.0.1:${port}/callback`);
  const taken = Number(new URL(server.url).port);
  await expect(authorize({ ...bound, oauth: { clientId: 'me', callbackPort: taken } })).rejects.toThrow(
    `cannot sign in to server "far": port ${taken} of 127.0.0.1, its oauth.callbackPort, is taken`,
  );
});
