import { Hono } from 'hono';
import { publicOrigin } from '../../http/public-origin.ts';
import { BASE } from '../base-path.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { readContext } from '../data/context.ts';
import { windowNamed } from '../data/window-sizes.ts';
import { ContextPage } from '../pages/context-page.tsx';
import { ProblemPage } from '../pages/problem-page.tsx';
import type { DashboardContext } from '../session/dashboard-context.ts';

/** Serves the context pages to keys with scope `context`: their own team's, or any team's for the administrator. */
export function contextRoutes({ directory, contexts }: DashboardDeps): Hono<DashboardContext> {
  return new Hono<DashboardContext>().get('/', async (c) => {
    const viewer = c.get('viewer');
    if (contexts === undefined || !viewer.seesContext) {
      c.status(403);
      const detail = 'This page needs a key with the scope “context”.';
      return c.html(<ProblemPage title="Key without permission" detail={detail} viewer={viewer} />);
    }
    const { kind, team: own } = viewer.principal;
    const teams = kind === 'root' ? await directory.listTeams() : undefined;
    const team = teams?.find(({ id }) => id === c.req.query('team'));
    return c.html(
      <ContextPage
        viewer={viewer}
        context={await readContext(contexts.of(team?.id ?? own), c.req.query('project'))}
        limit={windowNamed(c.req.query('window'))}
        teams={teams}
        team={team}
        page={`${BASE}/context`}
        origin={publicOrigin(c)}
      />,
    );
  });
}
