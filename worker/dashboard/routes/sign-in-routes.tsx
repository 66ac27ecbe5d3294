import { type Context, Hono } from 'hono';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { withAddress } from '../../access/management.ts';
import { clientAddress } from '../../http/client-address.ts';
import { isPrivate } from '../../http/public-origin.ts';
import { BASE } from '../base-path.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { entryOf } from '../forms/form-result.ts';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { TokenField } from '../parts/token-field.tsx';
import { dropCookie, readCookie, writeCookie } from '../session/cookies.ts';
import type { DashboardContext } from '../session/dashboard-context.ts';
import { formTokenFor } from '../session/form-token.ts';
import { ownForm } from '../session/own-form.tsx';
import { endOfSession, keyOfSession, SESSION_MS, toSessionValue } from '../session/session-value.ts';

interface SignInPageProps {
  readonly formToken: string;
  readonly error?: string | undefined;
  /** False if the connection is not secure, so that the key could be read in transit. */
  readonly isPrivate: boolean;
  /** True if people can sign in by an identity provider. */
  readonly hasProvider: boolean;
}

/** Shows the form that asks for a key. */
function SignInPage({ formToken, error, isPrivate, hasProvider }: SignInPageProps): JSX.Element {
  return (
    <Page title={error === undefined ? 'Sign in' : 'Error: Sign in'}>
      <div class="door">
        <h1>Sign in</h1>
        <p class="lead">See how much your team’s pruning saves, and how much it uses.</p>
        {!isPrivate && (
          <p class="notice warn" role="alert">
            This connection is not encrypted: others can read your key. Open this page over https. Behind a proxy that
            ends TLS, have it send X-Forwarded-Proto.
          </p>
        )}
        {hasProvider && (
          <p>
            <a class="button" href={`${BASE}/sign-in/provider`}>
              Sign in with your organization
            </a>
          </p>
        )}
        <form class="card stack" method="post" action={`${BASE}/sign-in`}>
          <TokenField token={formToken} />
          {/* Password managers file the key under it. */}
          <input type="text" name="username" value="mcp-pruner" autocomplete="username" readonly hidden />
          <Field
            id="key"
            label="Key"
            hint="Your team’s key, which starts with mcpp_, or the administrator’s secret."
            error={error}
            control={(props) => (
              <input {...props} type="password" autocomplete="current-password" required spellcheck={false} />
            )}
          />
          <button class={hasProvider ? 'quiet' : undefined} type="submit">
            {hasProvider ? 'Sign in with a key' : 'Sign in'}
          </button>
        </form>
        <p class="fine">You stay signed in on this browser for 12 hours. The key itself is not stored.</p>
      </div>
    </Page>
  );
}

/** Who signs in, before that is known. */
const NOBODY = { team: '', key: '' } as const;

/** Max characters; a longer credential is rejected without hashing it. */
const LONGEST = 512;

/** Serves signing in and out. */
export function signInRoutes({
  authenticator,
  clock,
  sessionSecret,
  endedSessions,
  management,
  people,
}: DashboardDeps): Hono<DashboardContext> {
  const routes = new Hono<DashboardContext>();
  const show = async (c: Context<DashboardContext>, error?: string): Promise<Response> =>
    c.html(
      <SignInPage
        formToken={await formTokenFor(c, await sessionSecret())}
        error={error}
        isPrivate={isPrivate(c)}
        hasProvider={people !== undefined}
      />,
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
      await management.record(withAddress(c, NOBODY), 'session.refused', {});
      c.status(401);
      return show(c, 'This key is not valid.');
    }
    if (found.kind === 'slowed') {
      c.set('failure', 'rate_limited');
      c.status(429);
      c.header('Retry-After', String(found.retryAfterSeconds));
      return show(c, `Too many invalid keys were tried. Wait ${found.retryAfterSeconds} seconds.`);
    }
    await management.record(withAddress(c, found), 'session.began', { team: found.team, key: found.key });
    dropCookie(c, 'visit');
    writeCookie(c, 'session', await toSessionValue(await sessionSecret(), found.key, clock()), SESSION_MS);
    return c.redirect(BASE, 303);
  });

  routes.post('/sign-out', ownForm(sessionSecret), async (c) => {
    // The cookie may have been copied, so dropping it alone would leave the session open.
    const session = readCookie(c, 'session');
    const id = session === undefined ? undefined : await keyOfSession(await sessionSecret(), session, clock());
    const [key] = id?.split('-') ?? [];
    if (session !== undefined && key !== undefined) {
      await endedSessions.end(session, endOfSession(session));
      await management.record(withAddress(c, { ...NOBODY, key }), 'session.ended', { key });
    }
    dropCookie(c, 'session');
    return c.redirect(`${BASE}/sign-in`, 303);
  });

  return routes;
}
