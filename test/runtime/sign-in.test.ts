import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkerClient, type WorkerClient } from '../../worker/client.ts';
import {
  AGENT,
  CLIENT,
  type IdentityProvider,
  type Lie,
  signInAt,
  startIdentityProvider,
} from '../support/identity-provider.ts';
import { type Seen, type Visitor, visit } from '../worker/dashboard/visitor.ts';
import { eachRuntime } from './each-runtime.ts';
import type { Started } from './started.ts';

const TIMEOUT = 120_000;
const ADMIN = 'the-administrators-secret-of-32-characters';
const PUBLIC = 'https://pruner.example';
const CALLBACK = `${PUBLIC}/dashboard/sign-in/callback`;
const RESOURCE = `${PUBLIC}/mcp`;
const KEYS = '/dashboard/keys';

let addresses = 0;
/** Headers of another address, because failures are counted by address. */
function elsewhere(): Readonly<Record<string, string>> {
  const address = `203.0.113.${addresses++ % 250}`;
  return { 'x-forwarded-for': address, 'cf-connecting-ip': address };
}

/** Opens a browser of one person, which can go to the provider and back. */
function browser(server: Started): Visitor & { signIn(login: string): Promise<Seen> } {
  const address = elsewhere();
  const request = (url: string, init: RequestInit): Promise<Response> =>
    fetch(url, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...address },
      redirect: 'manual',
    });
  const visitor = visit({ request }, server.url);
  return {
    ...visitor,
    signIn: async (login) => {
      const { location } = await visitor.get('/dashboard/sign-in/provider');
      return visitor.get((await signInAt(location ?? '', login, CALLBACK)).slice(PUBLIC.length));
    },
  };
}

for (const runtime of eachRuntime()) {
  describe(`signing in by a provider, on ${runtime.name}`, () => {
    let provider: IdentityProvider;
    let server: Started;
    let admin: WorkerClient;

    beforeAll(async () => {
      provider = await startIdentityProvider(CALLBACK);
      server = await runtime.start({
        PRUNER_ADMIN_KEY: ADMIN,
        PRUNER_PUBLIC_URL: PUBLIC,
        PRUNER_OIDC_ISSUER: provider.issuer,
        PRUNER_OIDC_CLIENT: `${CLIENT.id}:${CLIENT.secret}`,
        PRUNER_OIDC_GROUPS:
          'operators=Platform:root,shop-operators=Shop:root,leads=Shop:admin,shop=Shop,ghosts=Nowhere,former=Former',
      });
      admin = createWorkerClient(server.url, { key: ADMIN });
      for (const name of ['Platform', 'Shop']) await admin.v1.teams.$post({ json: { name } });
    }, TIMEOUT);
    afterAll(async () => {
      expect(await server.stop()).toBe(0);
      await provider.close();
      await runtime.dispose();
    });

    const mcp = (token: string): Promise<Response> =>
      server.door('/mcp', {
        method: 'POST',
        headers: { ...elsewhere(), 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    const acts = async (): Promise<readonly Record<string, unknown>[]> => {
      const audit = await server.door('/v1/audit', { headers: { authorization: `Bearer ${ADMIN}` } });
      return (await audit.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    };
    const refusals = async () => (await acts()).filter(({ action }) => action === 'session.refused');

    test('each is of the team and role of the first group that has one, and signs out for good', async () => {
      provider.groups.set('ada', ['others', 'shop']).set('grace', ['shop', 'leads']).set('linus', ['operators']);
      const seen: Record<string, string> = {};
      for (const login of ['ada', 'grace', 'linus']) {
        const person = browser(server);
        expect(await person.signIn(login)).toMatchObject({ status: 200 });
        const { html } = await person.get('/dashboard');
        seen[login] = /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '';
        expect(html).toContain(`${login}@shop.example`);
        const copied = new Map(person.cookies);
        await person.send('/dashboard', '/dashboard/sign-out', {});
        for (const [name, value] of copied) person.cookies.set(name, value);
        expect((await person.get('/dashboard')).location).toBe('/dashboard/sign-in');
      }
      expect(seen).toEqual({ ada: 'Your savings', grace: 'Shop', linus: 'All teams' });
    });

    test('a member makes keys of the own, and a removed person loses them, every session and the way in', async () => {
      const ada = browser(server);
      await ada.signIn('ada');
      const sent = await ada.send(KEYS, KEYS, { name: 'laptop', scopes: 'prune' });
      expect(sent.location).toBe('/dashboard/keys/created');
      const [key = ''] = /mcpp_\w+/.exec((await ada.get('/dashboard/keys/created')).html) ?? [];
      expect((await server.door('/v1/usage', { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);

      const stored = JSON.stringify(await runtime.sql(server, 'SELECT * FROM keys'));
      expect([stored, server.log()].filter((text) => text.includes(key.slice(-48)) || text.includes(ADMIN))).toEqual(
        [],
      );

      const linus = browser(server);
      await linus.signIn('linus');
      const [, id = ''] =
        /keys\/(person_\w+)\/revoke" aria-label="Remove ada/.exec((await linus.get('/dashboard/keys')).html) ?? [];
      expect((await linus.send(`/dashboard/keys/${id}/revoke`, `/dashboard/keys/${id}/revoke`, {})).status).toBe(303);
      expect((await ada.get('/dashboard')).location).toBe('/dashboard/sign-in');
      expect((await server.door('/v1/usage', { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
      expect(await ada.signIn('ada')).toMatchObject({ status: 403, html: expect.stringContaining('was removed') });
      expect((await mcp(await provider.token('ada', RESOURCE))).status).toBe(401);

      await linus.send(`/dashboard/keys/${id}/restore`, `/dashboard/keys/${id}/restore`, {});
      expect((await ada.signIn('ada')).status).toBe(200);
      const audit = await server.door('/v1/audit', { headers: { authorization: `Bearer ${ADMIN}` } });
      const acts = (await audit.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const removed = acts.find(({ action }) => action === 'person.removed');
      expect(removed).toMatchObject({
        key: id,
        by_key: expect.stringMatching(/^person_/),
        about: { name: 'ada@shop.example' },
      });
      expect(acts.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['session.began', 'person.restored', 'session.refused']),
      );
    });

    test('who manages a team makes keys that end with the person, and touches neither operators nor the own removal', async () => {
      provider.groups.set('grace', ['leads']).set('olga', ['shop-operators']);
      const grace = browser(server);
      await grace.signIn('grace');
      await browser(server).signIn('olga');
      await grace.send(KEYS, KEYS, { name: 'ci', scopes: 'admin' });
      const [key = ''] = /mcpp_\w+/.exec((await grace.get('/dashboard/keys/created')).html) ?? [];
      const authorization = { authorization: `Bearer ${key}` };
      const { keys } = (await (await server.door('/v1/keys', { headers: authorization })).json()) as {
        keys: { id: string; name: string; role: string | null }[];
      };
      const idOf = (name: string): string => keys.find((one) => one.name === `${name}@shop.example`)?.id ?? '';
      const remove = async (id: string, headers: Record<string, string>): Promise<number> =>
        (await server.door(`/v1/keys/${id}`, { method: 'DELETE', headers })).status;
      expect(await remove(idOf('olga'), authorization)).toBe(403);
      const forged = { team: 'Shop', name: 'x', scopes: ['prune'], owner: idOf('olga') };
      const sent = {
        method: 'POST',
        headers: { ...authorization, 'content-type': 'application/json' },
        body: JSON.stringify(forged),
      };
      expect((await server.door('/v1/keys', sent)).status).toBe(422);
      expect(await remove(idOf('grace'), { authorization: `Bearer ${ADMIN}` })).toBe(204);
      expect((await server.door('/v1/keys', { headers: authorization })).status).toBe(401);
    });

    const LIES: readonly (readonly [string, Lie])[] = [
      ['a wrong issuer', { claims: { iss: 'https://evil.example' } }],
      ['a wrong audience', { claims: { aud: 'another-client' } }],
      ['a wrong nonce', { claims: { nonce: 'another' } }],
      ['no nonce', { claims: { nonce: undefined } }],
      ['an expired token', { claims: { exp: 1_000 } }],
      ['a token of the future', { claims: { nbf: 4_000_000_000 } }],
      ['no subject', { claims: { sub: undefined } }],
      ['another key', { signed: 'by another key' }],
      ['no signature', { signed: 'not at all' }],
      ['an endless answer', { padding: 2_000_000 }],
    ];
    test.each(LIES)('nobody is let in by %s', async (_, lie) => {
      provider.groups.set('mallory', ['operators']);
      const before = (await refusals()).length;
      provider.lie = lie;
      const mallory = browser(server);
      const seen = await mallory.signIn('mallory');
      provider.lie = undefined;
      expect([seen.status, seen.headers.get('refresh')]).toEqual([401, null]);
      expect((await mallory.get('/dashboard')).location).toBe('/dashboard/sign-in');
      const [newest, ...older] = await refusals();
      expect([newest, older.length]).toMatchObject([{ about: { reason: 'invalid' } }, before]);
      expect(server.log()).not.toContain(CLIENT.secret);
    });

    test('groups without a team, of a team that is not there, none at all, or ten thousand', async () => {
      const asked = async (login: string, groups: readonly string[] | undefined) => {
        provider.groups.set(login, groups);
        const { status, html } = await browser(server).signIn(login);
        return [status, /class="lead">(.*?)<\/p>/.exec(html)?.[1]];
      };
      expect(await asked('p1', ['others'])).toEqual([403, expect.stringContaining('None of your groups')]);
      expect(await asked('p2', ['ghosts'])).toEqual([403, expect.stringContaining('does not exist here, or')]);
      await admin.v1.teams.$post({ json: { name: 'Former' } });
      await admin.v1.teams[':id'].$patch({ param: { id: 'Former' }, json: { archived: true } });
      expect((await asked('p5', ['former']))[0]).toBe(403);
      expect(await asked('p3', undefined)).toEqual([403, expect.stringContaining('None of your groups')]);
      const many = Array.from({ length: 10_000 }, (_, i) => `group-${i}`);
      expect((await asked('p4', [...many, 'shop']))[0]).toBe(200);
    });

    test('a replayed code, a foreign state, another browser, and what the provider declined', async () => {
      const ada = browser(server);
      const { location } = await ada.get('/dashboard/sign-in/provider');
      const cookies = new Map(ada.cookies);
      const back = (await signInAt(location ?? '', 'ada', CALLBACK)).slice(PUBLIC.length);
      expect(await browser(server).get(back)).toMatchObject({
        status: 401,
        html: expect.stringContaining('another browser'),
      });
      expect((await ada.get(back)).status).toBe(200);
      const again = browser(server);
      for (const [name, value] of cookies) again.cookies.set(name, value);
      expect(await again.get(back)).toMatchObject({ status: 401 });
      for (const [query, status] of [
        ['code=x&state=other', 401],
        ['error=access_denied&state=other', 401],
        ['', 401],
      ]) {
        const visitor = browser(server);
        await visitor.get('/dashboard/sign-in/provider');
        expect((await visitor.get(`/dashboard/sign-in/callback?${query}`)).status).toBe(status);
      }
    });

    test('an MCP client finds the provider, has its person sign in, and prunes', async () => {
      provider.groups.set('joan', ['shop']);
      const known: { tokens?: OAuthTokens; asked?: URL; verifier?: string } = {};
      const transport = () =>
        new StreamableHTTPClientTransport(new URL(RESOURCE), {
          fetch: (url, init) => fetch(String(url).replace(PUBLIC, server.url), init),
          authProvider: {
            redirectUrl: AGENT.redirectUri,
            clientMetadata: { redirect_uris: [AGENT.redirectUri] },
            clientInformation: () => ({ client_id: AGENT.id }),
            tokens: () => known.tokens,
            saveTokens: (tokens) => void Object.assign(known, { tokens }),
            redirectToAuthorization: (asked) => void Object.assign(known, { asked }),
            saveCodeVerifier: (verifier) => void Object.assign(known, { verifier }),
            codeVerifier: () => known.verifier ?? '',
          },
        });
      const client = new Client({ name: 'agent', version: '1' });
      const refused = transport();
      await expect(client.connect(refused)).rejects.toThrow('Unauthorized');
      const back = new URL(await signInAt(known.asked?.href ?? '', 'joan', AGENT.redirectUri));
      await refused.finishAuth(back.searchParams.get('code') ?? '');
      await client.connect(transport());
      const { content } = await client.callTool({
        name: 'prune_text',
        arguments: { text: 'port: 80\nhost: a\n'.repeat(200), context_focus_question: 'which port?' },
      });
      expect(JSON.stringify(content)).toContain('port: 80');
      await client.close();
    });

    test('tokens that the provider issued for /mcp are taken, and no others', async () => {
      provider.groups.set('hedy', ['leads']).set('eve', ['nothing']);
      const unsigned = await server.door('/mcp', { method: 'POST', body: '{}' });
      const metadata = `${PUBLIC}/.well-known/oauth-protected-resource/mcp`;
      expect(unsigned.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
      expect(await (await server.door(metadata.slice(PUBLIC.length))).json()).toEqual({
        ...{ resource: RESOURCE, authorization_servers: [provider.issuer], bearer_methods_supported: ['header'] },
        scopes_supported: ['openid', 'profile', 'email'],
      });
      const status = async (sub: string, resource: string, lie?: Lie) =>
        (await mcp(await provider.token(sub, resource, lie))).status;
      expect(await status('hedy', RESOURCE)).toBe(200);
      const authorization = `Bearer ${await provider.token('hedy', RESOURCE)}`;
      for (const path of ['/v1/keys', '/v1/usage', '/v1/audit', '/metrics'])
        expect([path, (await server.door(path, { headers: { ...elsewhere(), authorization } })).status]).toEqual([
          path,
          401,
        ]);
      const malformed = (await provider.token('hedy', RESOURCE)).replace(/\.[^.]*$/, '.A');
      expect((await mcp(malformed)).status).toBe(401);
      expect(await status('hedy', RESOURCE, { claims: { groups: undefined } })).toBe(200);
      expect(await status('hedy', 'https://evil.example/mcp')).toBe(401);
      expect(await status('hedy', RESOURCE, { claims: { groups: ['operators'] } })).toBe(401);
      expect(await status('hedy', RESOURCE, { claims: { groups: ['shop'] } })).toBe(200);
      expect(await status('eve', RESOURCE)).toBe(401);
      expect(await status('stranger', RESOURCE, { claims: { groups: undefined } })).toBe(401);
      for (const [, lie] of LIES.filter(([name]) => !/nonce|endless/.test(name)))
        expect(await status('hedy', RESOURCE, lie.claims?.['aud'] ? { claims: { aud: 'x' } } : lie)).toBe(401);
    });
  });
}
