import { type Context, Hono } from 'hono';
import type { Team } from '../../../src/teams/keys/directory.ts';
import { actorOf } from '../../access/management.ts';
import { BASE } from '../base-path.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { readMonth } from '../data/month.ts';
import { entryOf } from '../forms/form-result.ts';
import { fieldsOf, readNewTeam, readTeamChanges, toTeamFields } from '../forms/team-form.ts';
import { TeamPage, type TeamPageProps } from '../pages/team-page.tsx';
import { TEAMS_A_PAGE, TeamsPage, type TeamsPageProps } from '../pages/teams-page.tsx';
import type { DashboardContext } from '../session/dashboard-context.ts';
import { ownForm } from '../session/own-form.tsx';
import { pageOf } from './page-number.ts';
import { showProblem } from './show-problem.tsx';

type C = Context<DashboardContext>;
type Shown = Response | Promise<Response>;

/** Serves teams, their quotas and rules to the administrator. */
export function teamPageRoutes(deps: DashboardDeps): Hono<DashboardContext> {
  const pages = new TeamPages(deps);
  const form = ownForm(deps.sessionSecret);
  const routes = new Hono<DashboardContext>();
  routes.use(async (c, next) => {
    if (c.get('principal').kind === 'root') return next();
    return showProblem(c, 403, 'Key without permission', 'This page is for administrators of the worker.');
  });
  routes.get('/', (c) => pages.list(c));
  routes.post('/', form, (c) => pages.create(c));
  routes.get('/:id', (c) => pages.withTeam(c, (team) => showTeam(c, team)));
  routes.post('/:id', form, (c) => pages.withTeam(c, (team) => pages.change(c, team)));
  routes.post('/:id/archive', form, (c) => pages.withTeam(c, (team) => pages.archive(c, team)));
  routes.post('/:id/delete', form, (c) => pages.withTeam(c, (team) => pages.remove(c, team)));
  return routes;
}

class TeamPages {
  readonly #deps: DashboardDeps;

  constructor(deps: DashboardDeps) {
    this.#deps = deps;
  }

  /** Runs `act` with the team in the path, if there is one. */
  async withTeam(c: C, act: (team: Team) => Shown): Promise<Response> {
    const id = c.req.param('id') ?? '';
    const team = await this.#deps.directory.findTeam(id);
    return team?.id === id ? act(team) : showProblem(c, 404, 'Team not found', 'It may have been deleted.');
  }

  async list(c: C, refused: Pick<TeamsPageProps, 'fields' | 'errors'> = NO_FIELDS): Promise<Response> {
    const { directory, store, clock } = this.#deps;
    const { search = '', done } = c.req.query();
    const page = pageOf(c);
    const all = await directory.listTeams();
    const fitting = all.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
    if (fitting.length > 0 && (page - 1) * TEAMS_A_PAGE >= fitting.length)
      return c.redirect(`${BASE}/teams?${new URLSearchParams({ search })}`, 303);
    const teams = fitting.slice((page - 1) * TEAMS_A_PAGE, page * TEAMS_A_PAGE);
    const month = await readMonth(store, { kind: 'all' }, clock());
    const viewer = c.get('viewer');
    return c.html(<TeamsPage {...{ viewer, teams, total: fitting.length, search, page, month, done, ...refused }} />);
  }

  async create(c: C): Promise<Response> {
    const { name, quota } = toTeamFields(c.get('form'));
    const read = readNewTeam(c.get('form'));
    const { monthlyQuotaBytes = null } = read.ok ? read.value : {};
    const team = read.ok && (await this.#deps.management.createTeam(actorOf(c), name, monthlyQuotaBytes));
    if (team) return c.redirect(`${BASE}/teams?done=team`, 303);
    c.status(422);
    return this.list(c, { fields: { name, quota }, errors: read.ok ? taken(name) : read.errors });
  }

  async change(c: C, team: Team): Promise<Response> {
    const fields = toTeamFields(c.get('form'));
    const read = readTeamChanges(c.get('form'));
    const changed = read.ok ? await this.#deps.management.changeTeam(actorOf(c), team.id, read.value) : 'taken';
    if (changed !== 'taken') return c.redirect(`${BASE}/teams/${team.id}?done=saved`, 303);
    c.status(422);
    return showTeam(c, team, { fields, errors: read.ok ? taken(fields.name) : read.errors });
  }

  async archive(c: C, { id }: Team): Promise<Response> {
    const isArchived = entryOf(c.get('form'), 'archived') === 'yes';
    await this.#deps.management.changeTeam(actorOf(c), id, { isArchived });
    return c.redirect(`${BASE}/teams/${id}?done=saved`, 303);
  }

  async remove(c: C, team: Team): Promise<Response> {
    if (entryOf(c.get('form'), 'confirm') === team.name) {
      await this.#deps.management.deleteTeam(actorOf(c), team);
      return c.redirect(`${BASE}/teams?done=deleted`, 303);
    }
    c.status(422);
    return showTeam(c, team, {
      fields: fieldsOf(team),
      errors: { confirm: `Type the name of the team: ${team.name}` },
    });
  }
}

const NO_FIELDS = { fields: { name: '', quota: '' }, errors: {} };

const taken = (name: string) => ({ name: `A team named “${name}” already exists` });

function showTeam(c: C, team: Team, refused?: Pick<TeamPageProps, 'fields' | 'errors'>): Shown {
  const { fields = fieldsOf(team), errors = {} } = refused ?? {};
  return c.html(<TeamPage {...{ viewer: c.get('viewer'), team, fields, errors, done: c.req.query('done') }} />);
}
