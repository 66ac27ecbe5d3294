import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { SqlError } from '../../src/storage/sql-error.ts';
import { storageFailure } from '../http/storage-failure.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import { BASE } from './base-path.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { ProblemPage } from './pages/problem-page.tsx';
import { keyPageRoutes } from './routes/key-page-routes.tsx';
import { overviewRoutes } from './routes/overview-routes.tsx';
import { signInRoutes } from './routes/sign-in-routes.tsx';
import { teamPageRoutes } from './routes/team-page-routes.tsx';
import type { DashboardContext } from './session/dashboard-context.ts';
import { signInRequired } from './session/sign-in-required.tsx';
import { STYLE_PATH, STYLESHEET } from './style/stylesheet.ts';

/** Max bytes of a form. */
const MAX_BYTES = 64 * 1024;
const A_DAY_S = 86_400;

/** Creates the dashboard, to be mounted at `/dashboard`. Its pages work without scripts; users sign in with a key. */
export function createDashboard(deps: DashboardDeps): Hono<WorkerContext> {
  const app = new Hono<DashboardContext>();
  const problem = (c: Context<DashboardContext>, status: 403 | 404 | 413 | 503, title: string, detail: string) => {
    c.status(status);
    return c.html(<ProblemPage title={title} detail={detail} viewer={c.get('viewer')} />);
  };

  app.use(secureHeaders({ overwrite: false }));
  app.use(pageHeaders());
  app.get(STYLE_PATH.slice(BASE.length), (c) =>
    c.body(STYLESHEET, 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': `public, max-age=${A_DAY_S}, immutable`,
    }),
  );
  // Compares only the host, because behind a proxy that ends TLS the URL's scheme is not the browser's.
  app.use(csrf({ origin: (origin, c) => URL.parse(origin)?.host === new URL(c.req.url).host }));
  app.use(
    bodyLimit({
      maxSize: MAX_BYTES,
      onError: (c) => problem(c, 413, 'The form is too large', 'Open the page again and send less.'),
    }),
  );
  app.route('/', signInRoutes(deps));
  app.use(signInRequired(deps));
  app.route('/', overviewRoutes(deps));
  app.route('/keys', keyPageRoutes(deps));
  app.route('/teams', teamPageRoutes(deps));
  app.get('*', (c) => {
    if (c.req.path === `${BASE}/`) return c.redirect(BASE, 301);
    return problem(c, 404, 'Page not found', 'Check the address for typing errors.');
  });

  app.onError((error, c) => {
    if (error instanceof HTTPException && error.status === 403) {
      c.set('failure', 'forbidden');
      return problem(c, 403, 'Form rejected', 'The form was sent from another site.');
    }
    if (error instanceof SqlError) {
      c.set('failure', 'storage_unavailable');
      deps.onStorageFailure(error);
      const { detail } = storageFailure(error);
      return problem(c, 503, 'Storage unavailable', `${detail}. Pruning still works. Try this page again shortly.`);
    }
    throw error;
  });
  return app as unknown as Hono<WorkerContext>;
}

/** Forbids scripts, foreign resources and framing. */
const CONTENT_SECURITY_POLICY: string = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sets the headers of every dashboard answer. */
function pageHeaders(): MiddlewareHandler<DashboardContext> {
  return async (c, next) => {
    await next();
    c.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    c.header('Referrer-Policy', 'same-origin');
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  };
}
