import type { MiddlewareHandler } from 'hono';
import { ARRIVAL_MS, arrivedInTime } from '../../http/in-time.ts';
import { ProblemPage } from '../pages/problem-page.tsx';
import type { DashboardContext } from './dashboard-context.ts';
import { hasFormToken } from './form-token.ts';

/** Reads a form, and refuses one that was not made by this visitor's page. */
export function ownForm(sessionSecret: () => Promise<string>): MiddlewareHandler<DashboardContext> {
  return async (c, next) => {
    const form = await arrivedInTime(c.req.formData(), ARRIVAL_MS);
    if (form === 'late') {
      c.set('failure', 'cancelled');
      c.status(408);
      c.header('Connection', 'close');
      return c.html(
        <ProblemPage title="Form received too slowly" detail="Open the page again and send it from there." />,
      );
    }
    if (form === 'cut' || !(await hasFormToken(c, await sessionSecret(), form))) {
      c.set('failure', 'forbidden');
      c.status(403);
      const detail =
        'The form is not from this page, or the page is too old. Open the page again and send it from there.';
      return c.html(<ProblemPage title="Form rejected" detail={detail} viewer={c.get('viewer')} />);
    }
    c.set('form', form);
    await next();
    return undefined;
  };
}
