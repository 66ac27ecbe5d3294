import { Hono } from 'hono';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { AuditPage } from '../pages/audit-page.tsx';
import type { DashboardContext } from '../session/dashboard-context.ts';
import { seesAudit } from '../session/viewer.ts';
import { showProblem } from './show-problem.tsx';

const ENTRIES_A_PAGE = 25;

/** Serves the audit trail: of all teams to the administrator, of its own to a key with scope `admin`. */
export function auditPageRoutes({ directory, trail }: DashboardDeps): Hono<DashboardContext> {
  return new Hono<DashboardContext>().get('/', async (c) => {
    const viewer = c.get('viewer');
    if (!seesAudit(viewer)) return showProblem(c, 403, 'Key without permission', 'This page needs the scope “admin”.');
    const { kind, team: own } = viewer.principal;
    const { team: asked = '', before = '' } = c.req.query();
    const entries = await trail.read({
      ...{ team: kind === 'root' ? asked || undefined : own, from: 0, to: Number.MAX_SAFE_INTEGER },
      before: /^\d{1,15}$/.test(before) ? Number(before) : undefined,
      limit: ENTRIES_A_PAGE + 1,
    });
    const shown = entries.slice(0, ENTRIES_A_PAGE);
    const names = await directory.namesOf(shown.flatMap(({ byKey, key }) => [byKey, key]));
    const teams = kind === 'root' ? await directory.listTeams() : undefined;
    const last = entries.length > ENTRIES_A_PAGE ? shown.at(-1)?.id : undefined;
    return c.html(<AuditPage {...{ viewer, entries: shown, names, teams, team: asked, last }} />);
  });
}
