import { Hono } from 'hono';
import type { Team } from '../../../src/teams/keys/directory.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import type { LedgerScope } from '../../../src/teams/usage/ledger-query.ts';
import { publicOrigin } from '../../http/public-origin.ts';
import { ownScope } from '../../routes/usage/own-scope.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { readKept } from '../data/kept.ts';
import { readMonth } from '../data/month.ts';
import { readOverview } from '../data/overview.ts';
import { rangeNamed } from '../data/ranges.ts';
import { OverviewPage } from '../pages/overview-page.tsx';
import type { DashboardContext } from '../session/dashboard-context.ts';

/** Serves the overview of savings. */
export function overviewRoutes(deps: DashboardDeps): Hono<DashboardContext> {
  const { directory, store, artifacts, ledger, upstream, clock, price } = deps;
  const teamsOf = async (
    { kind, team }: Principal,
    asked: string | undefined,
  ): Promise<{ readonly teams: readonly Team[] | undefined; readonly team: Team | undefined }> => {
    if (kind === 'local') return { teams: undefined, team: undefined };
    if (kind === 'key') return { teams: undefined, team: await directory.findTeam(team) };
    const teams = await directory.listTeams();
    return { teams, team: teams.find(({ id }) => id === asked) };
  };

  return new Hono<DashboardContext>().get('/', async (c) => {
    const viewer = c.get('viewer');
    const { principal } = viewer;
    const { teams, team } = await teamsOf(principal, c.req.query('team'));
    const own = ownScope(principal);
    const scope: LedgerScope = own.kind === 'all' && team !== undefined ? { kind: 'team', team: team.id } : own;
    const isOwn = scope.kind === 'owner';
    const range = rangeNamed(c.req.query('range'));
    const [overview, kept, month] = await Promise.all([
      readOverview(store, scope, range, clock()),
      readKept(artifacts, scope),
      isOwn ? undefined : readMonth(store, scope, clock()),
    ]);
    return c.html(
      <OverviewPage
        {...{ viewer, overview, teams, team, isOwn, kept, price, month }}
        health={isOwn ? undefined : { upstream: upstream(), ledger: ledger() }}
        origin={publicOrigin(c)}
      />,
    );
  });
}
