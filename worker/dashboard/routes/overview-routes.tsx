import { Hono } from 'hono';
import type { Team } from '../../../src/teams/keys/directory.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import type { LedgerScope } from '../../../src/teams/usage/ledger-query.ts';
import { publicOrigin } from '../../http/public-origin.ts';
import { ownScope } from '../../routes/usage/own-scope.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { readKept } from '../data/kept.ts';
import { readOverview } from '../data/overview.ts';
import { rangeNamed } from '../data/ranges.ts';
import { OverviewPage, type OverviewPageProps } from '../pages/overview-page.tsx';
import type { DashboardContext } from '../session/dashboard-context.ts';

/** Serves the overview of savings. */
export function overviewRoutes(deps: DashboardDeps): Hono<DashboardContext> {
  const { directory, store, artifacts, ledger, upstream, clock } = deps;
  const teamOf = async (
    { kind, team }: Principal,
    asked: string | undefined,
  ): Promise<{ readonly teams: readonly Team[] | undefined; readonly team: Team | undefined }> => {
    if (kind === 'local') return { teams: undefined, team: undefined };
    if (kind === 'key') return { teams: undefined, team: await directory.findTeam(team) };
    const teams = await directory.listTeams();
    return { teams, team: teams.find(({ id }) => id === asked) };
  };

  const quotaOf = async (team: Team | undefined): Promise<OverviewPageProps['quota']> => {
    if (team === undefined || team.monthlyQuotaBytes === null) return undefined;
    const now = new Date(clock());
    const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
    const to = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    const scope: LedgerScope = { kind: 'team', team: team.id };
    const [month] = await store.usage({ scope, from, to, period: 'day', groupBy: [] });
    return { used: month?.bytesIn ?? 0, limit: team.monthlyQuotaBytes };
  };

  return new Hono<DashboardContext>().get('/', async (c) => {
    const viewer = c.get('viewer');
    const { principal } = viewer;
    const { teams, team } = await teamOf(principal, c.req.query('team'));
    const own = ownScope(principal);
    const scope: LedgerScope = own.kind === 'all' && team !== undefined ? { kind: 'team', team: team.id } : own;
    const overview = await readOverview(store, scope, rangeNamed(c.req.query('range')), clock());
    return c.html(
      <OverviewPage
        viewer={viewer}
        overview={overview}
        teams={teams}
        team={team}
        quota={own.kind === 'key' ? undefined : await quotaOf(team)}
        kept={await readKept(artifacts, scope)}
        health={own.kind === 'key' ? undefined : { upstream: upstream(), ledger: ledger() }}
        origin={publicOrigin(c)}
      />,
    );
  });
}
