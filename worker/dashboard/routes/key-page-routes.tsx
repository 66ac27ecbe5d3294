import { type Context, Hono } from 'hono';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { KeyInfo } from '../../../src/teams/keys/directory.ts';
import { isPrivate, OVER_HTTP, publicOrigin } from '../../http/public-origin.ts';
import { BASE } from '../base-path.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { toTimestamp } from '../format/times.ts';
import { EMPTY_KEY, type NewKeyFields, readNewKey, toKeyFields } from '../forms/new-key-form.ts';
import { KeysPage } from '../pages/keys-page.tsx';
import { ProblemPage } from '../pages/problem-page.tsx';
import { CommandBox } from '../parts/command.tsx';
import { firstRequest } from '../parts/empty-state.tsx';
import { Page } from '../parts/page.tsx';
import { TokenField } from '../parts/token-field.tsx';
import { dropCookie, readCookie, writeCookie } from '../session/cookies.ts';
import type { DashboardContext } from '../session/dashboard-context.ts';
import { ownForm } from '../session/own-form.tsx';
import type { Viewer } from '../session/viewer.ts';

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

/** Asks for confirmation before a key is revoked, because that cannot be undone. */
function RevokePage({ viewer, target }: { readonly viewer: Viewer; readonly target: KeyInfo }): JSX.Element {
  const used =
    target.lastUsedAt === null ? 'It has never been used.' : `It was last used ${toTimestamp(target.lastUsedAt)}.`;
  return (
    <Page title={`Revoke ${target.name}`} viewer={viewer} current="keys">
      <div class="door">
        <h1>Revoke “{target.name}”?</h1>
        <p class="lead">
          All further requests with this key of {target.teamName} are refused. This cannot be undone. {used}
        </p>
        <form class="row" method="post" action={`${BASE}/keys/${target.id}/revoke`}>
          <TokenField token={viewer.formToken} />
          <button class="danger" type="submit">
            Revoke the key
          </button>
          <a class="button quiet" href={`${BASE}/keys`}>
            Cancel
          </a>
        </form>
      </div>
    </Page>
  );
}

/** Nonce length of AES-GCM, in bytes. */
const NONCE_BYTES = 12;

const encoder = new TextEncoder();

async function keyFrom(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`sealed\n${secret}`));
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Encrypts a text for a cookie, so that only a worker with this secret can read it. */
export async function sealText(secret: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyFrom(secret), encoder.encode(text));
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** Decrypts a sealed text; undefined for anything that this secret did not seal. */
export async function unsealText(secret: string, sealed: string): Promise<string | undefined> {
  try {
    const bytes = Uint8Array.from(atob(sealed), (one) => one.charCodeAt(0));
    const how = { name: 'AES-GCM', iv: bytes.slice(0, NONCE_BYTES) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(how, await keyFrom(secret), bytes.slice(NONCE_BYTES)));
  } catch {
    return undefined;
  }
}

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

const isRoot = (c: C): boolean => c.get('principal').kind === 'root';

function problem(c: C, status: 403 | 404, title: string, detail: string): Response | Promise<Response> {
  c.status(status);
  return c.html(<ProblemPage title={title} detail={detail} viewer={c.get('viewer')} />);
}

function noSuchKey(c: C): Response | Promise<Response> {
  return problem(c, 404, 'Key not found', 'It may be revoked, or it belongs to another team.');
}
