import { type Context, Hono } from 'hono';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { KEY_ORDERS, type KeyFilter, type KeyInfo } from '../../../src/teams/keys/directory.ts';
import { SCOPES, type Scope } from '../../../src/teams/keys/scope.ts';
import { allowedKey, managedKeys, mayRenew, mayRevoke } from '../../access/key-rights.ts';
import { actorOf } from '../../access/management.ts';
import { isPrivate, OVER_HTTP, publicOrigin } from '../../http/public-origin.ts';
import { OVERLAP_HOURS } from '../../routes/teams/key-routes.ts';
import { BASE } from '../base-path.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { toTimestamp } from '../format/times.ts';
import { EMPTY_KEY, type NewKeyFields, readNewKey, toKeyFields } from '../forms/new-key-form.ts';
import { KeysPage } from '../pages/keys-page.tsx';
import { CommandBox } from '../parts/command.tsx';
import { firstRequest } from '../parts/empty-state.tsx';
import { KEYS_A_PAGE, type KeysAsked, toKeysUrl } from '../parts/key-finder.tsx';
import { Page } from '../parts/page.tsx';
import { TokenField } from '../parts/token-field.tsx';
import { dropCookie, readCookie, writeCookie } from '../session/cookies.ts';
import type { DashboardContext } from '../session/dashboard-context.ts';
import { ownForm } from '../session/own-form.tsx';
import { sealText, unsealText } from '../session/sealed-text.ts';
import type { Viewer } from '../session/viewer.ts';
import { pageOf } from './page-number.ts';
import { showProblem } from './show-problem.tsx';

interface CreatedKeyPageProps {
  readonly viewer: Viewer;
  readonly name: string;
  /** The whole key. Not named `key`, which is reserved in JSX. */
  readonly secret: string;
  readonly origin: string;
}

/** Shows a new key; no other page ever does. */
function CreatedKeyPage({ viewer, name, secret, origin }: CreatedKeyPageProps): JSX.Element {
  return (
    <Page title="Key created" viewer={viewer} current="keys">
      <div class="door wide">
        <h1>The key for {name}</h1>
        <p class="notice warn" role="status">
          Copy it now. Only a hash of it is stored: it cannot be shown again, not even by reloading this page.
        </p>
        <section class="card stack">
          <div class="field">
            <label for="created-key">Key</label>
            <textarea id="created-key" class="mono" rows={2} readonly autocomplete="off" spellcheck={false}>
              {secret}
            </textarea>
          </div>
          <h2>Use it in your agent</h2>
          <CommandBox label="Environment" text={`PRUNER_URL=${origin}/prune\nPRUNER_API_KEY=${secret}`} />
          <h2>Or try it in a shell</h2>
          <CommandBox label="First request" text={firstRequest(origin, true, secret)} />
          <p>
            <a class="button" href={`${BASE}/keys`}>
              I have copied it
            </a>
          </p>
        </section>
      </div>
    </Page>
  );
}

/** What can be done to a key, with the words that ask for confirmation. */
const ACTS = {
  revoke: {
    title: 'Revoke',
    button: 'Revoke the key',
    look: 'danger',
    said: ({ teamName }: KeyInfo) =>
      `All further requests with this key of ${teamName} are refused. This cannot be undone.`,
  },
  remove: {
    title: 'Remove',
    button: 'Remove the person',
    look: 'danger',
    said: () =>
      'The person’s sessions end and all keys of the person are revoked, in all teams. You can let the person sign in again later; the keys stay revoked.',
  },
  restore: {
    title: 'Restore',
    button: 'Let the person sign in again',
    look: undefined,
    said: () => 'The person can sign in again. Revoked keys stay revoked.',
  },
  renew: {
    title: 'Renew',
    button: 'Create its successor',
    look: undefined,
    said: () =>
      `You get another key with the same rights. The present one stays valid for ${OVERLAP_HOURS} hours, so that you can replace it where it is used.`,
  },
} as const;

interface ConfirmPageProps {
  readonly viewer: Viewer;
  readonly target: KeyInfo;
  readonly act: keyof typeof ACTS;
}

/** Asks for confirmation before something is done to a key. */
function ConfirmPage({ viewer, target, act }: ConfirmPageProps): JSX.Element {
  const { title, button, look, said } = ACTS[act === 'revoke' && target.role !== null ? 'remove' : act];
  const used =
    target.lastUsedAt === null ? 'It has never been used.' : `It was last used ${toTimestamp(target.lastUsedAt)}.`;
  return (
    <Page title={`${title} ${target.name}`} viewer={viewer} current="keys">
      <div class="door">
        <h1>
          {title} “{target.name}”?
        </h1>
        <p class="lead">
          {said(target)} {used}
        </p>
        <form class="row" method="post" action={`${BASE}/keys/${target.id}/${act}`}>
          <TokenField token={viewer.formToken} />
          <button class={look} type="submit">
            {button}
          </button>
          <a class="button quiet" href={`${BASE}/keys`}>
            Cancel
          </a>
        </form>
      </div>
    </Page>
  );
}

/** Lifetime of the cookie in milliseconds, long enough for a redirect. */
const CREATED_MS = 60_000;

type C = Context<DashboardContext>;

/** Serves key management to the administrator and to keys with scope `admin`, and their own keys to those with `keys`. */
export function keyPageRoutes(deps: DashboardDeps): Hono<DashboardContext> {
  const pages = new KeyPages(deps);
  const form = ownForm(deps.sessionSecret);
  const routes = new Hono<DashboardContext>();
  routes.use(async (c, next) => {
    if (c.get('viewer').manages) return next();
    return showProblem(c, 403, 'Key without permission', 'This page needs a key with the scope “admin” or “keys”.');
  });
  routes.get('/', (c) => pages.show(c, { ...EMPTY_KEY, team: c.req.query('team') ?? '' }));
  routes.post('/', form, (c) => pages.create(c));
  routes.get('/created', (c) => pages.showCreated(c));
  for (const act of ['revoke', 'renew', 'restore'] as const) {
    routes.get(`/:id/${act}`, (c) => pages.confirm(c, act));
    routes.post(`/:id/${act}`, form, (c) => pages[act](c));
  }
  return routes;
}

class KeyPages {
  readonly #deps: DashboardDeps;

  constructor(deps: DashboardDeps) {
    this.#deps = deps;
  }

  async show(c: C, fields: NewKeyFields, errors: Readonly<Record<string, string>> = {}): Promise<Response> {
    const { directory, clock } = this.#deps;
    const asked = toAsked(c);
    const { search, order, isOver, page, team } = asked;
    const list = await directory.searchKeys({
      ...{ search, order, isOver, limit: KEYS_A_PAGE, offset: (page - 1) * KEYS_A_PAGE },
      ...(team !== '' && { teamId: team }),
      ...managed(c),
    });
    if (list.total === 0 && page > 1) return c.redirect(toKeysUrl({ ...asked, page: 1 }), 303);
    const teams = isRoot(c) ? await directory.listTeams() : undefined;
    const scopes = await this.#scopes(c);
    const now = clock();
    const viewer = c.get('viewer');
    return c.html(
      <KeysPage {...{ viewer, list, asked, teams, scopes, fields, errors, now, done: c.req.query('done') }} />,
    );
  }

  async create(c: C): Promise<Response> {
    if (!isPrivate(c)) return showProblem(c, 403, 'No key was created', OVER_HTTP);
    const { directory, management, clock } = this.#deps;
    const form = c.get('form');
    const fields = toKeyFields(form);
    const read = readNewKey(form, clock());
    const team = await directory.findTeam(isRoot(c) ? fields.team : c.get('principal').team);
    if (team === undefined || !read.ok) {
      c.status(422);
      return this.show(c, fields, { ...(team === undefined && NO_TEAM), ...(!read.ok && read.errors) });
    }
    const of = managed(c);
    const own = of.owner === undefined ? [] : await directory.listKeys(of);
    const wanted = { ...read.value, teamId: team.id };
    const key = allowedKey({ by: c.get('principal'), key: wanted, team, own, now: clock() });
    const made = 'why' in key ? undefined : await management.createKey(actorOf(c), key);
    if (made === undefined) {
      c.status(422);
      return this.show(c, fields, 'why' in key ? { [FIELDS[key.field]]: key.why } : NO_TEAM);
    }
    return this.#redirectToCreated(c, wanted.name, made.key);
  }

  async renew(c: C): Promise<Response> {
    if (!isPrivate(c)) return showProblem(c, 403, 'No key was created', OVER_HTTP);
    const target = await this.#keyFor(c, 'renew');
    const team = target && (await this.#deps.directory.findTeam(target.teamId));
    if (target === undefined || team === undefined || !mayRenew(c.get('principal'), target, team)) return noSuchKey(c);
    const overlapMs = OVERLAP_HOURS * HOUR_MS;
    const made = await this.#deps.management.renewKey(actorOf(c), target.id, overlapMs, ofTeam(c, target));
    return made === undefined ? noSuchKey(c) : this.#redirectToCreated(c, target.name, made.key);
  }

  /** Passes a new key across the redirect in a cookie that only this worker can read: a reload must not make another. */
  async #redirectToCreated(c: C, name: string, key: string): Promise<Response> {
    const sealed = await sealText(await this.#deps.sessionSecret(), 'created', JSON.stringify({ name, key }));
    writeCookie(c, 'created', sealed, CREATED_MS);
    return c.redirect(`${BASE}/keys/created`, 303);
  }

  /** The scopes that a new key may have. */
  async #scopes(c: C): Promise<readonly Scope[]> {
    if (isRoot(c)) return SCOPES;
    const { team, scopes } = c.get('principal');
    if (scopes.has('admin')) return SCOPES.filter((scope) => scope !== 'metrics');
    return (await this.#deps.directory.findTeam(team))?.members.scopes ?? [];
  }

  async showCreated(c: C): Promise<Response> {
    const opened = await unsealText(await this.#deps.sessionSecret(), 'created', readCookie(c, 'created') ?? '');
    if (opened === undefined) return c.redirect(`${BASE}/keys`, 303);
    dropCookie(c, 'created');
    const { name, key } = JSON.parse(opened) as { name: string; key: string };
    return c.html(<CreatedKeyPage viewer={c.get('viewer')} name={name} secret={key} origin={publicOrigin(c)} />);
  }

  async confirm(c: C, act: keyof typeof ACTS): Promise<Response> {
    const target = await this.#keyFor(c, act);
    return target === undefined ? noSuchKey(c) : c.html(<ConfirmPage {...{ viewer: c.get('viewer'), target, act }} />);
  }

  async revoke(c: C): Promise<Response> {
    const target = await this.#keyFor(c, 'revoke');
    const { management } = this.#deps;
    const revoked = target && (await management.revokeKey(actorOf(c), target));
    return revoked
      ? c.redirect(`${BASE}/keys?done=${target.role === null ? 'revoked' : 'removed'}`, 303)
      : noSuchKey(c);
  }

  async restore(c: C): Promise<Response> {
    const target = await this.#keyFor(c, 'restore');
    const isRestored = target && (await this.#deps.management.restorePerson(actorOf(c), target));
    return isRestored ? c.redirect(`${BASE}/keys?done=restored`, 303) : noSuchKey(c);
  }

  /** Finds the key of an act, if this viewer may do it. Only people have a way back. */
  async #keyFor(c: C, act: keyof typeof ACTS): Promise<KeyInfo | undefined> {
    const found = await this.#deps.directory.getKey(c.req.param('id') ?? '');
    if (found === undefined || !mayRevoke(c.get('principal'), found)) return undefined;
    const fits = act === 'restore' ? found.role !== null && found.revokedAt !== null : found.revokedAt === null;
    return fits ? found : undefined;
  }
}

/** Reads which keys to list. */
function toAsked(c: C): KeysAsked {
  const { search = '', order, state, team = '' } = c.req.query();
  return {
    search: search.trim(),
    order: KEY_ORDERS.find((one) => one === order) ?? 'newest',
    isOver: state === 'over',
    page: pageOf(c),
    team: isRoot(c) ? team : '',
  };
}

const HOUR_MS = 3_600_000;
const NO_TEAM = { team: 'Choose a team' } as const;
/** Ids of the form's fields. */
const FIELDS = { scopes: 'scopes', expiresAt: 'expires', name: 'name', owner: 'owner' } as const;

const managed = (c: C): KeyFilter => managedKeys(c.get('principal')) ?? { teamId: '' };

/** The keys that an act of this viewer may touch, with the team for the audit trail. */
const ofTeam = (c: C, { teamId }: KeyInfo): KeyFilter => ({ ...managed(c), teamId });

const isRoot = (c: C): boolean => c.get('principal').kind === 'root';

function noSuchKey(c: C): Response | Promise<Response> {
  return showProblem(c, 404, 'Key not found', 'It may be revoked, or it belongs to another team.');
}
