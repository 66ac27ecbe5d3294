import { type Context, Hono } from 'hono';
import type * as z from 'zod';
import { type RequestFailure, requestFailure } from '../../../src/prune-api/request-failure.ts';
import type { Directory, KeyFilter, Team } from '../../../src/teams/keys/directory.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import type { Admit } from '../../access/admit.ts';
import { allowedKey, isAmong, managedKeys, mayRenew, mayRevoke } from '../../access/key-rights.ts';
import { actorOf, type Management } from '../../access/management.ts';
import { answerFailure } from '../../http/answer-failure.ts';
import { isPrivate, OVER_HTTP } from '../../http/public-origin.ts';
import { readValid } from '../../http/read-valid.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import { newKeyBody, renewKeyBody } from './schemas.ts';
import { FORBIDDEN, NO_SUCH_TEAM } from './team-routes.ts';
import { toKeyAnswer } from './to-answer.ts';

export interface KeyRoutesDeps {
  readonly admit: Admit;
  readonly directory: Directory;
  readonly management: Management;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

const NO_SUCH_KEY = requestFailure('not_found', 'Key not found');
/** Nobody's keys. */
const NO_KEYS: KeyFilter = { teamId: '' };
/** Hours that a key stays valid after it was renewed. */
export const OVERLAP_HOURS = 24;
const HOUR_MS = 3_600_000;
/** Names of fields on the wire. */
const FIELDS = { scopes: 'scopes', expiresAt: 'expires_at', name: 'name', owner: 'owner' } as const;

/**
 * Serves `/v1/keys`: for all teams with the administrator's secret, for its own team with a key of scope `admin`, and
 * for the keys of its own owner with one of scope `keys`.
 */
export function keyRoutes(deps: KeyRoutesDeps): Hono<WorkerContext> {
  const { admit, directory, management } = deps;
  const routes = new Hono<WorkerContext>();
  routes.use(admit(), async (c, next) => (managed(c) === NO_KEYS ? answerFailure(c, FORBIDDEN) : next()));

  routes.get('/', async (c) => {
    const keys = await directory.listKeys(managed(c));
    return c.json({ keys: keys.map(toKeyAnswer) });
  });

  routes.post('/', (c) => createKey(c, deps));

  routes.post('/:id/renew', async (c) => {
    if (!isPrivate(c)) return answerFailure(c, requestFailure('forbidden', OVER_HTTP));
    const read = await readValid(c, renewKeyBody);
    if (!read.ok) return answerFailure(c, read);
    const { overlap_hours: hours = OVERLAP_HOURS } = read.value;
    const target = await directory.getKey(c.req.param('id'));
    const team = target && (await directory.findTeam(target.teamId));
    if (target === undefined || team === undefined || !isAmong(target, managed(c)))
      return answerFailure(c, NO_SUCH_KEY);
    if (!mayRenew(c.get('principal'), target, team)) return answerFailure(c, FORBIDDEN);
    const made = await management.renewKey(actorOf(c), c.req.param('id'), hours * HOUR_MS, managed(c));
    return made === undefined ? answerFailure(c, NO_SUCH_KEY) : c.json(made, 201);
  });

  routes.delete('/:id', async (c) => {
    const key = await directory.getKey(c.req.param('id'));
    if (key === undefined || !isAmong(key, managed(c))) return answerFailure(c, NO_SUCH_KEY);
    if (!mayRevoke(c.get('principal'), key)) return answerFailure(c, FORBIDDEN);
    await management.revokeKey(actorOf(c), key);
    return c.body(null, 204);
  });

  return routes;
}

const managed = (c: Context<WorkerContext>): KeyFilter => managedKeys(c.get('principal')) ?? NO_KEYS;

/** Finds the team of a new key. Another team's name is refused whether or not that team exists. */
async function teamFor(
  directory: Directory,
  { kind, team }: Principal,
  asked: string | undefined,
): Promise<Team | RequestFailure> {
  const found = await directory.findTeam(asked ?? team);
  if (kind === 'root') return found ?? NO_SUCH_TEAM;
  return found?.id === team ? found : FORBIDDEN;
}

async function createKey(
  c: Context<WorkerContext>,
  { directory, management, clock }: KeyRoutesDeps,
): Promise<Response> {
  if (!isPrivate(c)) return answerFailure(c, requestFailure('forbidden', OVER_HTTP));
  const read = await readValid(c, newKeyBody);
  if (!read.ok) return answerFailure(c, read);
  const { team: asked, name, scopes, owner, expires_at, max_body_bytes, rate_per_minute } = read.value;
  const expiresAt = expires_at === undefined || expires_at === null ? null : Date.parse(expires_at);
  const wrong = (field: keyof z.infer<typeof newKeyBody>, msg: string): Response => {
    const input = read.value[field] ?? null;
    return answerFailure(
      c,
      requestFailure('invalid_request', [{ type: 'value_error', loc: ['body', field], msg, input }]),
    );
  };
  if (expiresAt !== null && expiresAt <= clock()) return wrong('expires_at', 'Input should be a time in the future');
  const by = c.get('principal');
  if (by.kind === 'root' && asked === undefined) return wrong('team', 'Field required: the administrator has no team');
  const team = await teamFor(directory, by, asked);
  if ('ok' in team) return answerFailure(c, team);
  const limits = { maxBodyBytes: max_body_bytes, ratePerMinute: rate_per_minute };
  const wanted = { teamId: team.id, name, scopes, owner, expiresAt, ...limits };
  const { owner: mine } = managed(c);
  const own = mine === undefined ? [] : await directory.listKeys(managed(c));
  const key = allowedKey({ by, key: wanted, team, own, now: clock() });
  if ('why' in key) return wrong(FIELDS[key.field], key.why);
  const made = await management.createKey(actorOf(c), key);
  return made === undefined ? answerFailure(c, NO_SUCH_TEAM) : c.json(made, 201);
}
