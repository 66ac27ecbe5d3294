import { ask, type HttpAnswer, json, serveWorker } from '../../drivers/http-server.ts';
import { COLUMNS, LONG_SHOP } from '../../inputs/shop.ts';
import type { Scene } from '../../scene.ts';
import { ADMIN } from './admin-key.ts';
import { rpc } from './rpc.ts';

/** Teams, keys with their scopes and limits, and usage. */
export const teamsAndKeys: Scene = {
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
    const other = await send('POST', '/v1/keys', { ...all, max_body_bytes: 5000, expires_at: '2030-01-01T00:00:00Z' });
    for (const odd of [{ team: 'None', name: 'x', scopes: ['prune'] }, { scopes: [] }, { ...all, expires_at: 'soon' }])
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
