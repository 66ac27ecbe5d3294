import { Hono } from 'hono';
import { type RequestFailure, requestFailure } from '../../../src/prune-api/request-failure.ts';
import type { Directory, Team } from '../../../src/teams/keys/directory.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import type { Admit } from '../../access/admit.ts';
import type { AuditedKeys } from '../../access/audited-keys.ts';
import { answerFailure } from '../../http/answer-failure.ts';
import { isPrivate, OVER_HTTP } from '../../http/public-origin.ts';
import { readValid } from '../../http/read-valid.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import { newKeyBody } from './schemas.ts';
import { FORBIDDEN, NO_SUCH_TEAM } from './team-routes.ts';
import { toKeyAnswer } from './to-answer.ts';

export interface KeyRoutesDeps {
  readonly admit: Admit;
  readonly directory: Directory;
  readonly keys: AuditedKeys;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

const IN_THE_PAST = {
  type: 'value_error',
  loc: ['body', 'expires_at'],
  msg: 'Input should be a time in the future',
} as const;

/** Serves `/v1/keys`: for all teams with the administrator's secret, for its own team with a key of scope `admin`. */
export function keyRoutes({ admit, directory, keys: audited, clock }: KeyRoutesDeps): Hono<WorkerContext> {
  // Another team's name is refused whether or not that team exists.
  const teamFor = async ({ kind, team }: Principal, asked: string): Promise<Team | RequestFailure> => {
    const found = await directory.findTeam(asked);
    if (kind === 'root') return found ?? NO_SUCH_TEAM;
    return found?.id === team ? found : FORBIDDEN;
  };
  const routes = new Hono<WorkerContext>();

  routes.get('/', admit('admin'), async (c) => {
    const { kind, team } = c.get('principal');
    const keys = await directory.listKeys(kind === 'root' ? undefined : team);
    return c.json({ keys: keys.map(toKeyAnswer) });
  });

  routes.post('/', admit('admin'), async (c) => {
    if (!isPrivate(c)) return answerFailure(c, requestFailure('forbidden', OVER_HTTP));
    const read = await readValid(c, newKeyBody);
    if (!read.ok) return answerFailure(c, read);
    const { team: asked, name, scopes, expires_at, max_body_bytes, rate_per_minute } = read.value;
    const expiresAt = expires_at === undefined || expires_at === null ? null : Date.parse(expires_at);
    if (expiresAt !== null && expiresAt <= clock()) {
      return answerFailure(c, requestFailure('invalid_request', [{ ...IN_THE_PAST, input: expires_at }]));
    }
    const team = await teamFor(c.get('principal'), asked);
    if ('ok' in team) return answerFailure(c, team);
    const limits = { maxBodyBytes: max_body_bytes, ratePerMinute: rate_per_minute };
    const made = await audited.create(c.get('principal'), { teamId: team.id, name, scopes, expiresAt, ...limits });
    return made === undefined ? answerFailure(c, NO_SUCH_TEAM) : c.json(made, 201);
  });

  routes.delete('/:id', admit('admin'), async (c) => {
    const by = c.get('principal');
    const revoked = await audited.revoke(by, c.req.param('id'), by.kind === 'root' ? undefined : by.team);
    if (!revoked) return answerFailure(c, requestFailure('not_found', 'Key not found'));
    return c.body(null, 204);
  });

  return routes;
}
