import { type Context, Hono } from 'hono';
import { withAddress } from '../../access/management.ts';
import type { People, Unwelcome } from '../../access/people.ts';
import { ProviderError, type SignInChecks } from '../../access/provider.ts';
import type { SignInRefusal } from '../../http/events/worker-event.ts';
import { BASE } from '../base-path.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { ProblemPage } from '../pages/problem-page.tsx';
import { dropCookie, readCookie, writeCookie } from '../session/cookies.ts';
import type { DashboardContext } from '../session/dashboard-context.ts';
import { sealText, unsealText } from '../session/sealed-text.ts';
import { SESSION_MS, toSessionValue } from '../session/session-value.ts';

type Reason = SignInRefusal['reason'];
type C = Context<DashboardContext>;

/** How long a person may take at the provider. */
const AWAY_MS = 600_000;

const WORDS: Readonly<Record<Reason, { readonly status: 401 | 403 | 503; readonly detail: string }>> = {
  unreachable: { status: 503, detail: 'The identity provider does not answer. Try again shortly.' },
  refused: { status: 401, detail: 'The identity provider declined.' },
  invalid: { status: 401, detail: 'The answer of the identity provider is not valid. Tell the administrator.' },
  stale: { status: 401, detail: 'This sign-in was begun in another browser, or too long ago. Begin again.' },
  no_group: { status: 403, detail: 'None of your groups has a team here. Ask the administrator for access.' },
  no_team: {
    status: 403,
    detail: 'The team of your group does not exist here yet. Ask the administrator to create it.',
  },
  removed: { status: 403, detail: 'Your access was removed. Ask the administrator to restore it.' },
};

/** Serves signing in by the identity provider (OpenID Connect, authorization code with PKCE). */
export function providerRoutes(deps: DashboardDeps, people: People): Hono<DashboardContext> {
  const { clock, sessionSecret, management, onRefusal } = deps;
  const routes = new Hono<DashboardContext>();

  const refuse = async (c: C, reason: Reason, error?: string): Promise<Response> => {
    const { status, detail } = WORDS[reason];
    c.set('failure', status === 503 ? 'engine_unavailable' : status === 401 ? 'unauthorized' : 'forbidden');
    onRefusal?.({ event: 'sign_in_refused', request_id: c.get('requestId'), reason, error });
    await management.record(withAddress(c, { team: '', key: '' }), 'session.refused', {
      ...{ by: 'provider', reason },
      ...(error !== undefined && { error }),
    });
    c.status(status);
    return c.html(<ProblemPage title="Not signed in" detail={detail} />);
  };
  const refuseError = (c: C, error: unknown): Promise<Response> => {
    if (error instanceof ProviderError) return refuse(c, error.reason, error.message);
    throw error;
  };

  routes.get('/provider', async (c) => {
    try {
      const { url, checks } = await people.provider.begin();
      const sealed = await sealText(await sessionSecret(), JSON.stringify({ ...checks, until: clock() + AWAY_MS }));
      writeCookie(c, 'provider', sealed, AWAY_MS);
      return c.redirect(url, 303);
    } catch (error) {
      return refuseError(c, error);
    }
  });

  routes.get('/callback', async (c) => {
    const opened = await unsealText(await sessionSecret(), readCookie(c, 'provider') ?? '');
    dropCookie(c, 'provider');
    const begun = JSON.parse(opened ?? 'null') as (SignInChecks & { readonly until: number }) | null;
    if (begun === null || begun.until <= clock()) return refuse(c, 'stale');
    try {
      const identity = await people.provider.finish(new URL(c.req.url).searchParams, begun);
      const entered = await people.enter(identity);
      if (typeof entered === 'string') return refuse(c, entered satisfies Unwelcome);
      const { id, name } = identity;
      const by = { team: entered.team, key: id };
      await management.record(withAddress(c, by), 'session.began', { ...by, name, by: 'provider' });
      writeCookie(c, 'session', await toSessionValue(await sessionSecret(), id, clock()), SESSION_MS);
      // The browser sends the session's cookie only if this site sent it on, which a redirect from the provider is not.
      c.header('Refresh', `0; url=${BASE}`);
      return c.html(<ProblemPage title="Signed in" detail="Your overview opens now." />);
    } catch (error) {
      return refuseError(c, error);
    }
  });

  return routes;
}
