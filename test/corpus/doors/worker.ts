import { ask, type HttpAnswer, json, serveWorker, type Worker } from '../drivers/serve-worker.ts';
import { CONTEXT_CALLS } from '../inputs/context-calls.ts';
import { batchBodies, pruneBodies } from '../inputs/prune-bodies.ts';
import { COLUMNS, LONG_SHOP } from '../inputs/shop.ts';
import type { Door, Scene } from '../scene.ts';
import type { Place } from '../stage/place.ts';
import { refsIn } from './refs-in.ts';

const ADMIN = 'an-administrator-of-the-corpus-0123456789';

/** The worker over HTTP: pruning, MCP, teams and keys, pages. */
export const worker: Door = { name: 'worker', scenes: [pruning(), requests(), mcp(), keys(), dashboard()] };

function pruning(): Scene {
  return {
    name: 'prune',
    async play(place, note) {
      const served = await serveWorker(place, { PRUNER_RATE_PER_MINUTE: '0' });
      for (const { name, body } of pruneBodies()) note(name, name, await ask(served, '/prune', json(body)));
      for (const { name, body } of batchBodies()) {
        const { body: text, ...answer } = await ask(served, '/v1/prune/batch', json(body));
        // Lines come in the order in which they are ready.
        const lines = typeof text === 'string' ? text.split('\n').toSorted() : text;
        note(`batch: ${name}`, name, { ...answer, body: lines });
      }
      // Remembered answers.
      for (const { name, body } of pruneBodies().slice(0, 12))
        note(name, name, await ask(served, '/prune', json(body)));
      note('metrics', {}, await ask(served, '/metrics'));
      const { code } = await served.stop();
      note('end', {}, { code });
    },
  };
}

function requests(): Scene {
  return {
    name: 'requests',
    async play(place, note) {
      const served = await serveWorker(place, { PRUNER_MAX_BODY_BYTES: '100000' });
      const post = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
        ...{ method: 'POST', body: body as BodyInit, headers: { 'content-type': 'application/json', ...headers } },
      });
      const bodies: Readonly<Record<string, RequestInit>> = {
        'bad JSON': post('{"query": "q", '),
        'invalid UTF-8': post(Uint8Array.of(0x22, 0xff, 0x22)),
        'another type': post('{"query":"q","code":"c"}', { 'content-type': 'text/plain' }),
        'no body': { method: 'POST', headers: { 'content-type': 'application/json' } },
        'deep nesting': post('['.repeat(90_000)),
        'many values': post(`[${'0,'.repeat(49_000)}0]`),
        'too large': post(' '.repeat(100_001)),
        compressed: post('{}', { 'content-encoding': 'gzip' }),
        'a key': post('{"query":"q","code":"c"}', { authorization: 'Bearer mcpp_0000_0000' }),
        'an id': post('{"query":"q","code":"c"}', { 'x-request-id': 'trace-0042' }),
      };
      for (const [name, init] of Object.entries(bodies)) {
        note(`/prune, ${name}`, name, await ask(served, '/prune', init));
        note(`/mcp, ${name}`, name, await ask(served, '/mcp', init));
      }
      const paths =
        '/ /health /ready /openapi.json /docs /metrics /prune /prune/ /mcp /nothing /v1/teams /v1/keys /v1/usage /v1/usage?format=csv /v1/usage?period=x /dashboard /dashboard/ /dashboard/keys /dashboard/teams /dashboard/context /dashboard/nothing /dashboard/sign-in /k/mcpp_0_0/health /k/x/prune';
      for (const path of paths.split(' ')) note(`GET ${path}`, path, await ask(served, path));
      for (const method of ['HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])
        for (const path of ['/health', '/prune', '/mcp', '/docs', '/v1/keys', '/dashboard'])
          note(`${method} ${path}`, path, await ask(served, path, { method }));
      const foreign = { headers: { origin: 'https://elsewhere.example' } };
      note('another origin', {}, await ask(served, '/mcp', { ...json({}), ...foreign }));
      const { code } = await served.stop();
      note('end', {}, { code });
    },
  };
}

const rpc = (method: string, params?: object, headers: Readonly<Record<string, string>> = {}): RequestInit =>
  json({ jsonrpc: '2.0', id: 1, method, params }, { accept: 'application/json, text/event-stream', ...headers });

function mcp(): Scene {
  return {
    name: 'mcp',
    async play(place, note) {
      const served = await serveWorker(place);
      const call = async (name: string, args: unknown): Promise<HttpAnswer> => {
        const answer = await ask(served, '/mcp', rpc('tools/call', { name, arguments: args as object }));
        note(`${name} ${JSON.stringify(args).slice(0, 120)}`, name, answer);
        return answer;
      };
      const clientInfo = { name: 'some-client', version: '1' };
      for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '1999-01-01']) {
        const params = { protocolVersion, capabilities: {}, clientInfo };
        note(`initialize ${protocolVersion}`, params, await ask(served, '/mcp', rpc('initialize', params)));
      }
      for (const method of [
        'ping',
        'tools/list',
        'resources/list',
        'resources/templates/list',
        'logging/setLevel',
        'odd/method',
      ])
        note(method, {}, await ask(served, '/mcp', rpc(method, {})));
      for (const [text, question] of [
        [COLUMNS, 'How is the Retry-After header parsed?'],
        [LONG_SHOP, 'How is a refund updated?'],
        ['short', 'x'],
      ] as const) {
        const answer = await call('prune_text', { text, context_focus_question: question });
        for (const ref of refsIn(answer)) {
          await call('artifact', { ref, start_line: 4, end_line: 9 });
          await call('artifact', { ref, context_focus_question: 'How is a depot updated?' });
          note('resources/read', ref, await ask(served, '/mcp', rpc('resources/read', { uri: ref })));
        }
      }
      await call('prune_text', {
        text: LONG_SHOP,
        context_focus_question: 'refund',
        max_tokens: 200,
        markers: 'plain',
      });
      for (const odd of [{}, { text: 7 }, { text: 'x', more: 1 }]) await call('prune_text', odd);
      for (const [tool, args] of CONTEXT_CALLS) await call(`context_${tool}`, args);
      note('resources/list', {}, await ask(served, '/mcp', rpc('resources/list', {})));
      await playModern(served, note);
      const batch = [{ jsonrpc: '2.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', method: 'x' }, 7];
      note('a batch', batch, await ask(served, '/mcp', json(batch, { accept: 'application/json, text/event-stream' })));
      const { code } = await served.stop();
      note('end', {}, { code });
    },
  };
}

async function playModern(served: Worker, note: Parameters<Scene['play']>[1]): Promise<void> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'some-client', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const read = { name: 'prune_text', arguments: { text: COLUMNS, context_focus_question: 'header' } };
  const version = { 'mcp-protocol-version': '2026-07-28' };
  for (const [method, params, headers] of [
    ['server/discover', {}, { 'mcp-method': 'server/discover' }],
    ['tools/list', {}, { 'mcp-method': 'tools/list' }],
    ['tools/call', read, { 'mcp-method': 'tools/call', 'mcp-name': 'prune_text' }],
    ['tools/call', read, { 'mcp-method': 'tools/call', 'mcp-name': 'artifact' }],
    ['tools/call', read, {}],
    ['ping', {}, { 'mcp-method': 'ping' }],
  ] as const) {
    const init = rpc(method, { ...params, _meta }, { ...version, ...headers });
    note(`2026-07-28 ${method} ${JSON.stringify(headers)}`, headers, await ask(served, '/mcp', init));
  }
}

function keys(): Scene {
  return {
    name: 'teams and keys',
    async play(place, note) {
      let served = await serveWorker(place, { PRUNER_ADMIN_KEY: ADMIN });
      const as = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` });
      const send = async (method: string, path: string, body?: unknown, key = ADMIN): Promise<HttpAnswer> => {
        const init = body === undefined ? { method, headers: as(key) } : { ...json(body, as(key)), method };
        const answer = await ask(served, path, init);
        note(`${method} ${path} ${JSON.stringify(body ?? '').slice(0, 120)}`, { body }, answer);
        return answer;
      };
      await send('GET', '/v1/teams');
      const team = await send('POST', '/v1/teams', { name: 'Platform', monthly_quota_bytes: 20_000 });
      await send('POST', '/v1/teams', { name: 'Data' });
      for (const odd of [{ name: 'Platform' }, { name: '' }, {}, { name: 'x', monthly_quota_bytes: 0 }])
        await send('POST', '/v1/teams', odd);
      const id = String((team.body as Readonly<Record<string, unknown>>)['id']);
      await send('PATCH', `/v1/teams/${id}`, { monthly_quota_bytes: 30_000 });
      await send('PATCH', '/v1/teams/none', { monthly_quota_bytes: 1 });
      const made = await send('POST', '/v1/keys', { team: 'Platform', name: 'Ada', scopes: ['prune'] });
      const all = { team: 'Data', name: 'Bob', scopes: ['prune', 'artifacts', 'context', 'admin'], rate_per_minute: 5 };
      const other = await send('POST', '/v1/keys', {
        ...all,
        max_body_bytes: 5000,
        expires_at: '2030-01-01T00:00:00Z',
      });
      for (const odd of [
        { team: 'None', name: 'x', scopes: ['prune'] },
        { scopes: [] },
        { ...all, expires_at: 'soon' },
      ])
        await send('POST', '/v1/keys', odd);
      const fields = (answer: HttpAnswer): Readonly<Record<string, string>> => answer.body as Record<string, string>;
      const [ada = '', bob = ''] = [fields(made)['key'], fields(other)['key']];
      const body = { query: 'How is the header parsed?', code: COLUMNS };
      await send('POST', '/prune', body, ada);
      await send('POST', '/prune', body, bob);
      await send('POST', '/prune', { ...body, code: LONG_SHOP }, ada);
      await send('POST', '/prune', body, 'mcpp_no_key');
      note('a key in the path', {}, await ask(served, `/k/${ada}/prune`, json(body)));
      note('no key', {}, await ask(served, '/prune', json(body)));
      for (const key of [ada, bob]) note('tools/list', {}, await ask(served, '/mcp', rpc('tools/list', {}, as(key))));
      // The ledger is written some seconds later, or when the worker stops.
      await served.stop();
      served = await serveWorker(place, { PRUNER_ADMIN_KEY: ADMIN });
      for (const key of [ada, bob, ADMIN])
        for (const path of ['/v1/keys', '/v1/teams', '/v1/usage', '/metrics', '/openapi.json'])
          await send('GET', path, undefined, key);
      await send('GET', '/v1/usage?group_by=key,time&format=csv&period=hour');
      await send('GET', '/v1/usage?from=2026-11-01&to=2026-10-01&group_by=odd');
      await send('DELETE', `/v1/keys/${fields(made)['id']}`);
      await send('DELETE', '/v1/keys/none');
      await send('POST', '/prune', body, ada);
      await send('GET', '/v1/keys');
      const { code } = await served.stop();
      note('end', {}, { code });
    },
  };
}

/** A browser's cookies. */
function visitor(served: Worker): (path: string, form?: Readonly<Record<string, string>>) => Promise<HttpAnswer> {
  const cookies = new Map<string, string>();
  let token = '';
  return async (path, form) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: served.url };
    const body = new URLSearchParams({ ...form, form_token: token, token });
    const answer = await fetch(`${served.url}${path}`, {
      ...{ redirect: 'manual', headers },
      ...(form !== undefined && { method: 'POST', body }),
    });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    token = /<input type="hidden" name="[^"]*token[^"]*" value="([^"]*)"/i.exec(text)?.[1] ?? token;
    const { date, connection, 'keep-alive': keepAlive, ...rest } = Object.fromEntries(answer.headers);
    return { status: answer.status, headers: rest, body: text };
  };
}

function dashboard(): Scene {
  return {
    name: 'dashboard',
    async play(place, note) {
      const team = await seedWorker(place);
      const served = await serveWorker(place, { PRUNER_ADMIN_KEY: ADMIN });
      const visit = visitor(served);
      const see = async (path: string, form?: Readonly<Record<string, string>>): Promise<HttpAnswer> => {
        const answer = await visit(path, form);
        note(`${form === undefined ? 'GET' : 'POST'} ${path} ${JSON.stringify(form ?? '')}`, form, answer);
        return answer;
      };
      await see('/');
      await see('/dashboard');
      await see('/dashboard/sign-in');
      await see('/dashboard/sign-in', { key: 'wrong' });
      await see('/dashboard/sign-in', { key: ADMIN });
      for (const query of ['', '?days=7', '?days=x', '?group=team', `?team=${team}`]) await see(`/dashboard${query}`);
      await see('/dashboard/teams');
      await see('/dashboard/teams', { name: 'Research', quota: '20000' });
      await see('/dashboard/teams', { name: '', quota: 'x' });
      await see(`/dashboard/teams/${team}/quota`, { quota: '5000000', was: '' });
      await see('/dashboard/teams');
      await see('/dashboard/keys');
      await see('/dashboard/keys', { team: '', name: '', expires: 'soon' });
      await see('/dashboard/keys', { team, name: 'Cy', scopes: 'prune' });
      await see('/dashboard/keys/created');
      const listed = String((await see('/dashboard/keys')).body);
      const revoke = /href="([^"]*\/revoke)"/.exec(listed)?.[1];
      if (revoke !== undefined) {
        await see(revoke);
        await see(revoke, {});
      }
      await see('/dashboard/keys?done=revoked');
      await see('/dashboard/keys/none/revoke');
      for (const query of ['', `?team=${team}`, `?team=${team}&window=32000`, '?project=none'])
        await see(`/dashboard/context${query}`);
      const style = /href="([^"]*\.css)"/.exec(String((await see('/dashboard')).body))?.[1];
      if (style !== undefined) await see(style);
      await see('/dashboard/nothing');
      await see('/dashboard/sign-out', {});
      await see('/dashboard');
      note('end', {}, (await served.stop()).code);
    },
  };
}

/** Leaves a worker's storage with a team whose key was used, and resolves to the team's id. */
async function seedWorker(place: Place): Promise<string> {
  const served = await serveWorker(place, { PRUNER_ADMIN_KEY: ADMIN });
  const send = async (path: string, body: unknown, key = ADMIN): Promise<Readonly<Record<string, string>>> => {
    const answer = await ask(
      served,
      path,
      json(body, { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' }),
    );
    return answer.body as Readonly<Record<string, string>>;
  };
  const { id: team = '' } = await send('/v1/teams', { name: 'Platform', monthly_quota_bytes: 1_000_000 });
  const { key = '' } = await send('/v1/keys', { team, name: 'Ada', scopes: ['prune', 'artifacts', 'context'] });
  for (const query of ['How is the header parsed?', 'What is step 7?'])
    await send('/prune', { query, code: COLUMNS }, key);
  for (const [tool, args] of CONTEXT_CALLS) {
    const params = { name: `context_${tool}`, arguments: args };
    await send('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, key);
  }
  await served.stop();
  return team;
}
