import type { Context } from 'hono';
import { ProblemPage } from '../pages/problem-page.tsx';
import type { DashboardContext } from '../session/dashboard-context.ts';

/** Answers with a page that says what went wrong. */
export function showProblem(
  c: Context<DashboardContext>,
  status: 401 | 403 | 404 | 413 | 429 | 503,
  title: string,
  detail: string,
): Response | Promise<Response> {
  c.status(status);
  return c.html(<ProblemPage title={title} detail={detail} viewer={c.get('viewer')} />);
}
