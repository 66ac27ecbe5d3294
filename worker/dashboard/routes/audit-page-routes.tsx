import { Hono } from 'hono';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { AuditPage } from '../pages/audit-page.tsx';
import { ProblemPage } from '../pages/problem-page.tsx';
import type { DashboardContext } from '../session/dashboard-context.ts';
import { seesAudit } from '../session/viewer.ts';

const ENTRIES_A_PAGE = 25;
/** After every time. */
const END = Number.MAX_SAFE_INTEGER;

/** Serves the audit trail: of all teams to the administrator, of its own to a key with scope `admin`. */
export function auditPageRoutes({ directory, trail }: DashboardDeps): Hono<DashboardContext> {
  return new Hono<DashboardContext>().get('/', async (c) => {
    const viewer = c.get('viewer');
    if (!seesAudit(viewer)) {
      c.status(403);
      return c.html(
        <ProblemPage title="Key without permission" detail="This page needs the scope “admin”." viewer={viewer} />,
      );
    }
    const { kind, team: own } = viewer.principal;
    const { team: asked = '', before = '' } = c.req.query();
    const entries = await trail.read({
      ...{ team: kind === 'root' ? asked || undefined : own, from: 0, to: END },
      before: /^\d{1,15}$/.test(before) ? Number(before) : undefined,
      limit: ENTRIES_A_PAGE + 1,
    });
    const shown = entries.slice(0, ENTRIES_A_PAGE);
    const ids = new Set(shown.flatMap(({ byKey, key }) => [byKey, key]));
    const found = await Promise.all([...ids].map((id) => directory.getKey(id)));
    const names = new Map(found.flatMap((key) => (key === undefined ? [] : [[key.id, key.name]])));
    const teams = kind === 'root' ? await directory.listTeams() : undefined;
    const last = entries.length > ENTRIES_A_PAGE ? shown.at(-1)?.id : undefined;
    return c.html(<AuditPage {...{ viewer, entries: shown, names, teams, team: asked, last }} />);
  });
}
