import { type Context, Hono } from 'hono';
import type { KeyInfo } from '../../../src/teams/keys/directory.ts';
import { isPrivate, OVER_HTTP, publicOrigin } from '../../http/public-origin.ts';
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
import { sealText, unsealText } from '../session/sealed-text.ts';

/** Lifetime of the cookie in milliseconds, long enough for a redirect. */
const CREATED_MS = 60_000;

type C = Context<DashboardContext>;

/** Serves key management to the administrator and to keys with scope `admin`. */
export function keyPageRoutes(deps: DashboardDeps): Hono<DashboardContext> {
  const pages = new KeyPages(deps);
  const form = ownForm(deps.sessionSecret);
  const routes = new Hono<DashboardContext>();
  routes.use(async (c, next) => {
    if (c.get('viewer').manages) return next();
    return problem(c, 403, 'Key without permission', 'This page needs a key with the scope “admin”.');
  });
  routes.get('/', (c) => pages.show(c, { ...EMPTY_KEY, team: c.req.query('team') ?? '' }));
  routes.post('/', form, (c) => pages.create(c));
  routes.get('/created', (c) => pages.showCreated(c));
  routes.get('/:id/revoke', (c) => pages.askToRevoke(c));
  routes.post('/:id/revoke', form, (c) => pages.revoke(c));
  return routes;
}

class KeyPages {
  readonly #deps: DashboardDeps;

  constructor(deps: DashboardDeps) {
    this.#deps = deps;
  }

  async show(c: C, fields: NewKeyFields, errors: Readonly<Record<string, string>> = {}): Promise<Response> {
    const { directory, clock } = this.#deps;
    const asked = isRoot(c) ? c.req.query('team') || undefined : c.get('principal').team;
    const keys = await directory.listKeys(asked);
    const teams = isRoot(c) ? await directory.listTeams() : undefined;
    const now = clock();
    const viewer = c.get('viewer');
    return c.html(<KeysPage {...{ viewer, keys, teams, fields, errors, now }} done={c.req.query('done')} />);
  }

  async create(c: C): Promise<Response> {
    if (!isPrivate(c)) return problem(c, 403, 'No key was created', OVER_HTTP);
    const { directory, keys, clock, sessionSecret } = this.#deps;
    const form = c.get('form');
    const fields = toKeyFields(form);
    const read = readNewKey(form, clock());
    const team = await directory.findTeam(isRoot(c) ? fields.team : c.get('principal').team);
    if (team === undefined || !read.ok) {
      c.status(422);
      return this.show(c, fields, { ...(team === undefined && NO_TEAM), ...(!read.ok && read.errors) });
    }
    const made = await keys.create(c.get('principal'), { ...read.value, teamId: team.id });
    if (made === undefined) {
      c.status(422);
      return this.show(c, fields, NO_TEAM);
    }
    // Passed across the redirect in a cookie that only this worker can read, because a reload must not create another
    // key.
    const sealed = await sealText(await sessionSecret(), JSON.stringify({ name: read.value.name, key: made.key }));
    writeCookie(c, 'created', sealed, CREATED_MS);
    return c.redirect(`${BASE}/keys/created`, 303);
  }

  async showCreated(c: C): Promise<Response> {
    const opened = await unsealText(await this.#deps.sessionSecret(), readCookie(c, 'created') ?? '');
    if (opened === undefined) return c.redirect(`${BASE}/keys`, 303);
    dropCookie(c, 'created');
    const { name, key } = JSON.parse(opened) as { name: string; key: string };
    return c.html(<CreatedKeyPage viewer={c.get('viewer')} name={name} secret={key} origin={publicOrigin(c)} />);
  }

  async askToRevoke(c: C): Promise<Response> {
    const target = await this.#activeKey(c);
    return target === undefined ? noSuchKey(c) : c.html(<RevokePage viewer={c.get('viewer')} target={target} />);
  }

  async revoke(c: C): Promise<Response> {
    const target = await this.#activeKey(c);
    const { keys } = this.#deps;
    const revoked = target !== undefined && (await keys.revoke(c.get('principal'), target.id, target.teamId));
    return revoked ? c.redirect(`${BASE}/keys?done=revoked`, 303) : noSuchKey(c);
  }

  async #activeKey(c: C): Promise<KeyInfo | undefined> {
    const keys = await this.#deps.directory.listKeys(isRoot(c) ? undefined : c.get('principal').team);
    return keys.find(({ id, revokedAt }) => id === c.req.param('id') && revokedAt === null);
  }
}

const NO_TEAM = { team: 'Choose a team' } as const;

function isRoot(c: C): boolean {
  return c.get('principal').kind === 'root';
}

function problem(c: C, status: 403 | 404, title: string, detail: string): Response | Promise<Response> {
  c.status(status);
  return c.html(<ProblemPage title={title} detail={detail} viewer={c.get('viewer')} />);
}

function noSuchKey(c: C): Response | Promise<Response> {
  return problem(c, 404, 'Key not found', 'It may be revoked, or it belongs to another team.');
}
