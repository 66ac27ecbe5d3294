import { type Context, Hono } from 'hono';
import { type RequestFailure, requestFailure } from '../../../src/prune-api/request-failure.ts';
import type { Directory } from '../../../src/teams/keys/directory.ts';
import type { Admit } from '../../access/admit.ts';
import { actorOf, type Management } from '../../access/management.ts';
import { answerFailure } from '../../http/answer-failure.ts';
import { readValid } from '../../http/read-valid.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import { newTeamBody, teamChangesBody } from './schemas.ts';
import { toTeamAnswer } from './to-answer.ts';

export interface TeamRoutesDeps {
  readonly admit: Admit;
  readonly directory: Directory;
  readonly management: Management;
}

/** Only the administrator's secret may create, change and delete teams. */
export const FORBIDDEN: RequestFailure = requestFailure('forbidden', 'Forbidden');
export const NO_SUCH_TEAM: RequestFailure = requestFailure('not_found', 'Team not found');

/** Serves `/v1/teams`. */
export function teamRoutes({ admit, directory, management }: TeamRoutesDeps): Hono<WorkerContext> {
  const isRoot = (c: Context<WorkerContext>): boolean => c.get('principal').kind === 'root';
  const taken = (c: Context<WorkerContext>, name: string | undefined): Response =>
    answerFailure(c, requestFailure('conflict', `A team "${name}" already exists`));
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
    const team = await management.createTeam(actorOf(c), name, quota);
    return team === undefined ? taken(c, name) : c.json(toTeamAnswer(team), 201);
  });

  routes.patch('/:id', admit('admin'), async (c) => {
    if (!isRoot(c)) return answerFailure(c, FORBIDDEN);
    const read = await readValid(c, teamChangesBody);
    if (!read.ok) return answerFailure(c, read);
    const { name, monthly_quota_bytes: monthlyQuotaBytes, archived: isArchived, own_keys: own } = read.value;
    const members = own && { scopes: own.scopes, keyDays: own.max_days, keys: own.max_keys };
    const changes = { name, monthlyQuotaBytes, isArchived, members };
    const team = await management.changeTeam(actorOf(c), c.req.param('id'), changes);
    if (team === 'unknown') return answerFailure(c, NO_SUCH_TEAM);
    return team === 'taken' ? taken(c, name) : c.json(toTeamAnswer(team));
  });

  routes.delete('/:id', admit('admin'), async (c) => {
    if (!isRoot(c)) return answerFailure(c, FORBIDDEN);
    const team = await directory.findTeam(c.req.param('id'));
    if (team === undefined) return answerFailure(c, NO_SUCH_TEAM);
    if (c.req.query('confirm') !== team.name) {
      const said = `Deleting a team deletes all that it owns: repeat with confirm=${encodeURIComponent(team.name)}`;
      return answerFailure(c, requestFailure('conflict', said));
    }
    await management.deleteTeam(actorOf(c), team);
    return c.body(null, 204);
  });

  return routes;
}
