import { type Context, Hono } from 'hono';
import { clientAddress } from '../../http/client-address.ts';
import { isPrivate } from '../../http/public-origin.ts';
import { BASE } from '../base-path.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { entryOf } from '../forms/form-result.ts';
import { SignInPage } from '../pages/sign-in-page.tsx';
import { dropCookie, readCookie, writeCookie } from '../session/cookies.ts';
import type { DashboardContext } from '../session/dashboard-context.ts';
import { formTokenFor } from '../session/form-token.ts';
import { ownForm } from '../session/own-form.tsx';
import { endOfSession, keyOfSession, SESSION_MS, toSessionValue } from '../session/session-value.ts';

/** Max characters; a longer credential is rejected without hashing it. */
const LONGEST = 512;

/** Serves signing in and out. */
export function signInRoutes({
  authenticator,
  clock,
  sessionSecret,
  endedSessions,
}: DashboardDeps): Hono<DashboardContext> {
  const routes = new Hono<DashboardContext>();
  const show = async (c: Context<DashboardContext>, error?: string): Promise<Response> =>
    c.html(
      <SignInPage formToken={await formTokenFor(c, await sessionSecret())} error={error} isPrivate={isPrivate(c)} />,
    );

  routes.get('/sign-in', (c) => show(c));

  routes.post('/sign-in', ownForm(sessionSecret), async (c) => {
    const credential = entryOf(c.get('form'), 'key');
    const found =
      credential === '' || credential.length > LONGEST
        ? 'unknown'
        : await authenticator.authenticate(credential, () => clientAddress(c));
    if (found === 'unavailable') {
      c.status(503);
      return show(c, 'Keys cannot be checked right now. Try again shortly.');
    }
    if (found === 'unknown') {
      c.set('failure', 'unauthorized');
      c.status(401);
      return show(c, 'This key is not valid.');
    }
    if (found.kind === 'slowed') {
      c.set('failure', 'rate_limited');
      c.status(429);
      c.header('Retry-After', String(found.retryAfterSeconds));
      return show(c, `Too many invalid keys were tried. Wait ${found.retryAfterSeconds} seconds.`);
    }
    dropCookie(c, 'visit');
    writeCookie(c, 'session', await toSessionValue(await sessionSecret(), found.key, clock()), SESSION_MS);
    return c.redirect(BASE, 303);
  });

  routes.post('/sign-out', ownForm(sessionSecret), async (c) => {
    // The cookie may have been copied, so dropping it alone would leave the session open.
    const session = readCookie(c, 'session');
    const isOpen = session !== undefined && (await keyOfSession(await sessionSecret(), session, clock())) !== undefined;
    if (isOpen) await endedSessions.end(session, endOfSession(session));
    dropCookie(c, 'session');
    return c.redirect(`${BASE}/sign-in`, 303);
  });

  return routes;
}
