import { type Context, Hono } from 'hono';
import type { KeyInfo } from '../../../src/teams/keys/directory.ts';
import { mayShowKey, OVER_HTTP, publicOrigin } from '../../http/public-origin.ts';
import { BASE } from '../base-path.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { EMPTY_KEY, type NewKeyFields, readNewKey, toKeyFields } from '../forms/new-key-form.ts';
import { CreatedKeyPage } from '../pages/created-key-page.tsx';
import { KeysPage } from '../pages/keys-page.tsx';
import { ProblemPage } from '../pages/problem-page.tsx';
import { RevokePage } from '../pages/revoke-page.tsx';
import { dropCookie, readCookie, writeCookie } from '../session/cookies.ts';
import type { DashboardContext } from '../session/dashboard-context.ts';
import { ownForm } from '../session/own-form.tsx';
import { openText, sealText } from '../session/sealed-text.ts';

/** Lifetime of the cookie in milliseconds, long enough for a redirect. */
const CREATED_MS = 60_000;

/** Serves key management to the administrator and to keys with scope `admin`. */
export function keyPageRoutes({
  directory,
  keys: audited,
  clock,
  sessionSecret,
}: DashboardDeps): Hono<DashboardContext> {
  const routes = new Hono<DashboardContext>();
  const isRoot = (c: Context<DashboardContext>): boolean => c.get('principal').kind === 'root';

  const problem = (c: Context<DashboardContext>, status: 403 | 404, title: string, detail: string) => {
    c.status(status);
    return c.html(<ProblemPage title={title} detail={detail} viewer={c.get('viewer')} />);
  };
  const noSuchKey = (c: Context<DashboardContext>) =>
    problem(c, 404, 'There is no such key', 'It may have been revoked, or it is another team’s.');

  const show = async (
    c: Context<DashboardContext>,
    fields: NewKeyFields,
    errors: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    const asked = isRoot(c) ? c.req.query('team') || undefined : c.get('principal').team;
    const keys = await directory.listKeys(asked);
    const teams = isRoot(c) ? await directory.listTeams() : undefined;
    const now = clock();
    const viewer = c.get('viewer');
    return c.html(<KeysPage {...{ viewer, keys, teams, fields, errors, now }} done={c.req.query('done')} />);
  };

  const activeKey = async (c: Context<DashboardContext>): Promise<KeyInfo | undefined> => {
    const keys = await directory.listKeys(isRoot(c) ? undefined : c.get('principal').team);
    return keys.find(({ id, revokedAt }) => id === c.req.param('id') && revokedAt === null);
  };

  routes.use(async (c, next) => {
    if (c.get('viewer').manages) return next();
    return problem(c, 403, 'Not for this key', 'Keys are managed by keys with the scope “admin”.');
  });

  routes.get('/', (c) => show(c, { ...EMPTY_KEY, team: c.req.query('team') ?? '' }));

  routes.post('/', ownForm(sessionSecret), async (c) => {
    if (!mayShowKey(c)) return problem(c, 403, 'No key was made', OVER_HTTP);
    const form = c.get('form');
    const fields = toKeyFields(form);
    const read = readNewKey(form, clock());
    const team = await directory.findTeam(isRoot(c) ? fields.team : c.get('principal').team);
    const errors = { ...(team === undefined && { team: 'Choose a team' }), ...(!read.ok && read.errors) };
    if (team === undefined || !read.ok) {
      c.status(422);
      return show(c, fields, errors);
    }
    const made = await audited.create(c.get('principal'), { ...read.value, teamId: team.id });
    if (made === undefined) {
      c.status(422);
      return show(c, fields, { team: 'Choose a team' });
    }
    // Passed across the redirect in a cookie that only this worker can read, because a reload must not create another
    // key.
    const sealed = await sealText(await sessionSecret(), JSON.stringify({ name: read.value.name, key: made.key }));
    writeCookie(c, 'created', sealed, CREATED_MS);
    return c.redirect(`${BASE}/keys/created`, 303);
  });

  routes.get('/created', async (c) => {
    const opened = await openText(await sessionSecret(), readCookie(c, 'created') ?? '');
    if (opened === undefined) return c.redirect(`${BASE}/keys`, 303);
    dropCookie(c, 'created');
    const { name, key } = JSON.parse(opened) as { name: string; key: string };
    return c.html(<CreatedKeyPage viewer={c.get('viewer')} name={name} secret={key} origin={publicOrigin(c)} />);
  });

  routes.get('/:id/revoke', async (c) => {
    const target = await activeKey(c);
    return target === undefined ? noSuchKey(c) : c.html(<RevokePage viewer={c.get('viewer')} target={target} />);
  });

  routes.post('/:id/revoke', ownForm(sessionSecret), async (c) => {
    const target = await activeKey(c);
    const revoked = target !== undefined && (await audited.revoke(c.get('principal'), target.id, target.teamId));
    return revoked ? c.redirect(`${BASE}/keys?done=revoked`, 303) : noSuchKey(c);
  });

  return routes;
}
