import { ask, type HttpAnswer, json, serveWorker } from '../../drivers/http-server.ts';
import { CONTEXT_CALLS } from '../../inputs/context-calls.ts';
import { COLUMNS } from '../../inputs/shop.ts';
import type { Scene } from '../../scene.ts';
import type { Place } from '../../stage/place.ts';
import { ADMIN } from './admin-key.ts';
import { visitor } from './visitor.ts';

/** The pages: signing in, teams, keys, usage, context. */
export const dashboard: Scene = {
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

/** Creates a worker's storage with a team whose key was used. Resolves to the team's id. */
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
