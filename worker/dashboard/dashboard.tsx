import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { type RequestFailure, requestFailure, statusOf } from '../../src/prune-api/request-failure.ts';
import { SqlError } from '../../src/storage/sql-error.ts';
import { monthOf } from '../../src/teams/keys/month.ts';
import type { Principal } from '../../src/teams/keys/principal.ts';
import { managedKeys } from '../access/key-rights.ts';
import { clientAddress } from '../http/client-address.ts';
import { storageFailure } from '../http/storage-failure.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import { usageRoutes } from '../routes/usage/usage-routes.ts';
import { BASE } from './base-path.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { ProblemPage } from './pages/problem-page.tsx';
import { auditPageRoutes } from './routes/audit-page-routes.tsx';
import { keyPageRoutes } from './routes/key-page-routes.tsx';
import { overviewRoutes } from './routes/overview-routes.tsx';
import { providerRoutes } from './routes/provider-routes.tsx';
import { showProblem } from './routes/show-problem.tsx';
import { signInRoutes } from './routes/sign-in-routes.tsx';
import { teamPageRoutes } from './routes/team-page-routes.tsx';
import { dropCookie, readCookie } from './session/cookies.ts';
import type { DashboardContext } from './session/dashboard-context.ts';
import { formTokenFor } from './session/form-token.ts';
import { keyOfSession } from './session/session-value.ts';
import { STYLE_PATH, STYLESHEET } from './style/stylesheet.ts';

const UNAVAILABLE = requestFailure(
  'storage_unavailable',
  'The storage cannot be reached right now. Try again shortly.',
);

/**
 * Admits visitors with a session, checking on each request that their key is still valid. Sends others to the sign-in
 * page.
 */
function signInRequired(deps: DashboardDeps): MiddlewareHandler<DashboardContext> {
  const { authenticator, gate, directory, clock, sessionSecret, endedSessions } = deps;

  const nameIt = async ({ kind, key }: Principal): Promise<{ name: string; teamName: string | undefined }> => {
    if (key === 'root') return { name: 'Administrator', teamName: undefined };
    if (kind === 'local') return { name: 'This machine', teamName: undefined };
    const record = await directory.findKey(key, monthOf(clock()));
    return { name: record?.name ?? key, teamName: kind === 'root' ? undefined : record?.teamName };
  };

  return async (c, next) => {
    const refuse = (failure: RequestFailure): Response | Promise<Response> => {
      c.set('failure', failure.code);
      c.status(statusOf(failure));
      return c.html(<ProblemPage title="Not available" detail={String(failure.detail)} />);
    };
    const session = readCookie(c, 'session');
    let principal: Principal | undefined;
    if (session !== undefined) {
      const keyId = await keyOfSession(await sessionSecret(), session, clock());
      const isOpen = keyId !== undefined && !(await endedSessions.has(session));
      const resumed = isOpen ? await authenticator.resume(keyId) : 'unknown';
      if (resumed === 'unavailable') return refuse(UNAVAILABLE);
      if (resumed !== 'unknown') principal = resumed;
      else dropCookie(c, 'session');
    }
    const signedIn = principal !== undefined;
    if (principal === undefined) {
      const guest = await gate(c.req.raw, () => clientAddress(c));
      if ('ok' in guest && guest.code !== 'unauthorized') return refuse(guest);
      // A bearer token opens no page: a request that a browser was tricked into sending must not act for its user.
      if ('ok' in guest || guest.kind !== 'local') return c.redirect(`${BASE}/sign-in`, 303);
      principal = guest;
    }
    c.set('principal', principal);
    c.set('viewer', {
      principal,
      ...(await nameIt(principal)),
      formToken: await formTokenFor(c, await sessionSecret()),
      manages: managedKeys(principal) !== undefined,
      signedIn,
    });
    await next();
    return undefined;
  };
}

/** Max bytes of a form. */
const MAX_BYTES = 64 * 1024;
const A_DAY_S = 86_400;

/** Creates the dashboard, to be mounted at `/dashboard`. Its pages work without scripts; users sign in with a key. */
export function createDashboard(deps: DashboardDeps): Hono<WorkerContext> {
  const app = new Hono<DashboardContext>();

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
      onError: (c) => showProblem(c, 413, 'The form is too large', 'Open the page again and send less.'),
    }),
  );
  app.route('/', signInRoutes(deps));
  if (deps.people !== undefined) app.route('/sign-in', providerRoutes(deps, deps.people));
  app.use(signInRequired(deps));
  app.route('/', overviewRoutes(deps));
  app.route('/keys', keyPageRoutes(deps));
  app.route('/usage', usageRoutes({ ...deps, admit: () => (_, next) => next() }) as unknown as Hono<DashboardContext>);
  app.route('/audit', auditPageRoutes(deps));
  app.route('/teams', teamPageRoutes(deps));
  app.get('*', (c) => {
    if (c.req.path === `${BASE}/`) return c.redirect(BASE, 301);
    return showProblem(c, 404, 'Page not found', 'Check the address for typing errors.');
  });

  app.onError((error, c) => {
    if (error instanceof HTTPException && error.status === 403) {
      c.set('failure', 'forbidden');
      return showProblem(c, 403, 'Form rejected', 'The form was sent from another site.');
    }
    if (error instanceof SqlError) {
      c.set('failure', 'storage_unavailable');
      deps.onStorageFailure(error);
      const { detail } = storageFailure(error);
      return showProblem(c, 503, 'Storage unavailable', `${detail}. Pruning still works. Try this page again shortly.`);
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
