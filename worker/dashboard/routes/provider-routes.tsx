import { type Context, Hono } from 'hono';
import { withAddress } from '../../access/management.ts';
import type { People, Unwelcome } from '../../access/people.ts';
import { ProviderError, type SignInChecks } from '../../access/provider.ts';
import { clientAddress } from '../../http/client-address.ts';
import type { SignInRefusal } from '../../http/events/worker-event.ts';
import { BASE } from '../base-path.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { ProblemPage } from '../pages/problem-page.tsx';
import { dropCookie, readCookie, writeCookie } from '../session/cookies.ts';
import type { DashboardContext } from '../session/dashboard-context.ts';
import { sealText, unsealText } from '../session/sealed-text.ts';
import { SESSION_MS, toSessionValue } from '../session/session-value.ts';
import { showProblem } from './show-problem.tsx';

type Reason = SignInRefusal['reason'];
type C = Context<DashboardContext>;

/** How long a person may take at the provider. */
const AWAY_MS = 600_000;

const FAILURES = { 401: 'unauthorized', 403: 'forbidden', 429: 'rate_limited', 503: 'engine_unavailable' } as const;

const MESSAGES: Readonly<Record<Reason | 'too_many', readonly [status: keyof typeof FAILURES, detail: string]>> = {
  unreachable: [503, 'The identity provider does not answer. Try again shortly.'],
  refused: [401, 'The identity provider declined.'],
  invalid: [401, 'The answer of the identity provider is not valid. Tell the administrator.'],
  stale: [401, 'This sign-in was begun in another browser, or too long ago. Begin again.'],
  no_group: [403, 'None of your groups has a team here. Ask the administrator for access.'],
  no_team: [403, 'The team of your group does not exist here, or is archived. Ask the administrator for it.'],
  removed: [403, 'Your access was removed. Ask the administrator to restore it.'],
  too_many: [429, 'Too many sign-ins failed. Wait a minute.'],
};

/** Serves signing in by the identity provider (OpenID Connect, authorization code with PKCE). */
export function providerRoutes(deps: DashboardDeps, people: People): Hono<DashboardContext> {
  const { clock, sessionSecret, management, onRefusal, countGuess } = deps;
  const refuse = async (c: C, reason: Reason, error?: string): Promise<Response> => {
    // Anybody can fail as often as they like, and each entry of the audit trail stays for years.
    const isCounted = (await countGuess(clientAddress(c) ?? '')).ok;
    const [status, detail] = MESSAGES[isCounted ? reason : 'too_many'];
    c.set('failure', FAILURES[status]);
    if (isCounted) onRefusal?.({ event: 'sign_in_refused', request_id: c.get('requestId'), reason, error });
    if (isCounted && reason !== 'stale' && reason !== 'unreachable')
      await management.record(withAddress(c, { team: '', key: '' }), 'session.refused', {
        ...{ by: 'provider', reason },
        ...(error !== undefined && { error }),
      });
    return showProblem(c, status, 'Not signed in', detail);
  };
  /** Does a step of the sign-in. What the provider did wrong is an answer. */
  const step =
    (work: (c: C, secret: string) => Promise<Response>) =>
    async (c: C): Promise<Response> => {
      try {
        return await work(c, await sessionSecret());
      } catch (error) {
        if (error instanceof ProviderError) return refuse(c, error.reason, error.message);
        throw error;
      }
    };

  const begin = step(async (c, secret) => {
    const { url, checks } = await people.provider.begin();
    const begun = JSON.stringify({ ...checks, until: clock() + AWAY_MS });
    writeCookie(c, 'provider', await sealText(secret, 'provider', begun), AWAY_MS);
    return c.redirect(url, 303);
  });

  const finish = step(async (c, secret) => {
    const opened = await unsealText(secret, 'provider', readCookie(c, 'provider') ?? '');
    dropCookie(c, 'provider');
    const begun = JSON.parse(opened ?? 'null') as (SignInChecks & { readonly until: number }) | null;
    const query = new URL(c.req.url).searchParams;
    if (begun === null || begun.until <= clock() || query.get('state') !== begun.state) return refuse(c, 'stale');
    const identity = await people.provider.finish(query, begun);
    const entered = await people.enter(identity);
    if (typeof entered === 'string') return refuse(c, entered satisfies Unwelcome);
    const { id, name } = identity;
    const { teamId: team, role, since, revoked } = entered;
    const by = { team, key: id };
    await management.record(withAddress(c, by), 'session.began', { ...by, name, role, revoked, by: 'provider' });
    writeCookie(c, 'session', await toSessionValue(secret, `${id}-${since}`, clock()), SESSION_MS);
    // The browser sends the session's cookie only if this site sent it on, which a redirect from the provider is not.
    c.header('Refresh', `0; url=${BASE}`);
    return c.html(<ProblemPage title="Signed in" detail="Your overview opens now." />);
  });

  return new Hono<DashboardContext>().get('/provider', begin).get('/callback', finish);
}
