import { type Context, Hono } from 'hono';
import { type RequestFailure, requestFailure } from '../../../src/prune-api/request-failure.ts';
import type { Directory } from '../../../src/teams/keys/directory.ts';
import type { Admit } from '../../access/admit.ts';
import { answerFailure } from '../../http/answer-failure.ts';
import { readValid } from '../../http/read-valid.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import { newTeamBody, quotaBody } from './schemas.ts';
import { toTeamAnswer } from './to-answer.ts';

export interface TeamRoutesDeps {
  readonly admit: Admit;
  readonly directory: Directory;
}

/** Only the administrator's secret may create teams and set their quotas. */
export const FORBIDDEN: RequestFailure = requestFailure('forbidden', 'Forbidden');
export const NO_SUCH_TEAM: RequestFailure = requestFailure('not_found', 'Team not found');

/** Serves `/v1/teams`. */
export function teamRoutes({ admit, directory }: TeamRoutesDeps): Hono<WorkerContext> {
  const isRoot = (c: Context<WorkerContext>): boolean => c.get('principal').kind === 'root';
  const routes = new Hono<WorkerContext>();

  routes.get('/', admit('admin'), async (c) => {
    const { kind, team } = c.get('principal');
    const teams = await directory.listTeams();
    return c.json({ teams: teams.filter(({ id }) => kind === 'root' || id === team).map(toTeamAnswer) });
  });

  routes.post('/', admit('admin'), async (c) => {
    if (!isRoot(c)) return answerFailure(c, FORBIDDEN);
    const read = await readValid(c, newTeamBody);
    if (!read.ok) return answerFailure(c, read);
    const { name, monthly_quota_bytes: quota = null } = read.value;
    const team = await directory.createTeam(name);
    if (team === undefined) return answerFailure(c, requestFailure('conflict', `A team "${name}" already exists`));
    if (quota !== null) await directory.setQuota(team.id, quota);
    return c.json(toTeamAnswer({ ...team, monthlyQuotaBytes: quota }), 201);
  });

  routes.patch('/:id', admit('admin'), async (c) => {
    if (!isRoot(c)) return answerFailure(c, FORBIDDEN);
    const read = await readValid(c, quotaBody);
    if (!read.ok) return answerFailure(c, read);
    const quota = read.value.monthly_quota_bytes;
    const team = await directory.findTeam(c.req.param('id'));
    if (team === undefined || !(await directory.setQuota(team.id, quota))) return answerFailure(c, NO_SUCH_TEAM);
    return c.json(toTeamAnswer({ ...team, monthlyQuotaBytes: quota }));
  });

  return routes;
}
