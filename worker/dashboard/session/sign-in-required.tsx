import type { MiddlewareHandler } from 'hono';
import { type RequestFailure, requestFailure, statusOf } from '../../../src/prune-api/request-failure.ts';
import { monthOf } from '../../../src/teams/keys/month.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import { clientAddress } from '../../http/client-address.ts';
import { BASE } from '../base-path.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';
import { ProblemPage } from '../pages/problem-page.tsx';
import { dropCookie, readCookie } from './cookies.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { formTokenFor } from './form-token.ts';
import { keyOfSession } from './session-value.ts';

const UNAVAILABLE = requestFailure(
  'storage_unavailable',
  'The storage cannot be reached right now. Try again shortly.',
);

/**
 * Admits visitors with a session, checking on each request that their key is still valid. Sends others to the sign-in
 * page.
 */
export function signInRequired(deps: DashboardDeps): MiddlewareHandler<DashboardContext> {
  const { authenticator, gate, directory, clock, sessionSecret, endedSessions } = deps;

  const nameIt = async ({ kind, key }: Principal): Promise<{ name: string; teamName: string | undefined }> => {
    if (kind === 'root') return { name: 'Administrator', teamName: undefined };
    if (kind === 'local') return { name: 'This machine', teamName: undefined };
    const record = await directory.findKey(key, monthOf(clock()));
    return { name: record?.name ?? key, teamName: record?.teamName };
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
      manages: principal.kind !== 'local' && principal.scopes.has('admin'),
      signedIn,
    });
    await next();
    return undefined;
  };
}
