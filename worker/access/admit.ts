import type { MiddlewareHandler } from 'hono';
import { secondsToNextMonth } from '../../src/access/month.ts';
import type { Principal } from '../../src/access/principal.ts';
import { createReservations } from '../../src/access/reservations.ts';
import type { Scope } from '../../src/access/scope.ts';
import { type WireFailure, wireFailure } from '../../src/wire/wire-failure.ts';
import { answerFailure } from '../http/answer-failure.ts';
import { dropBody } from '../http/drop-body.ts';
import type { WorkerContext } from '../worker-context.ts';
import type { Gate } from './gate.ts';
import type { Limiter } from './limiter.ts';

export interface AdmitDeps {
  readonly gate: Gate;
  readonly limiter: Limiter;
  /** Input bytes of a team that the ledger has not written yet. */
  readonly pendingBytes: (team: string) => number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Makes the middleware of a route that needs `scope`, or, without one, any key: who is it, may it, and not too often. */
export type Admit = (scope?: Scope) => MiddlewareHandler<WorkerContext>;

const FORBIDDEN = wireFailure('forbidden', 'Forbidden');

/** authenticate → scope → rate limit → quota, all before the body is read. */
export function createAdmit({ gate, limiter, pendingBytes, clock }: AdmitDeps): Admit {
  const underWay = createReservations({ now: clock });
  const judge = async (
    request: Request,
    scope: Scope | undefined,
    known: (principal: Principal) => void,
  ): Promise<Principal | WireFailure> => {
    const principal = await gate(request);
    if ('ok' in principal) return principal;
    known(principal);
    if (scope !== undefined && !principal.scopes.has(scope)) return FORBIDDEN;
    const rate = await limiter(principal);
    if (!rate.ok) return wireFailure('rate_limited', 'Too many requests for this key', rate.retryAfterSeconds);
    if (principal.quota === null) return principal;
    const { limit } = principal.quota;
    const used = principal.quota.used + pendingBytes(principal.team);
    const declared = Number(request.headers.get('content-length')) || 0;
    const wanted = used + underWay.total(principal.team) + declared;
    if (scope === 'prune' && wanted > limit) return overQuota(limit, clock());
    return { ...principal, quota: { limit, used } };
  };

  return (scope) => async (c, next) => {
    // Set for one that is refused as well: the log and the metrics tell whose it was.
    const judged = await judge(c.req.raw, scope, (principal) => c.set('principal', principal));
    if (!('ok' in judged)) {
      c.set('principal', judged);
      const { quota, team } = judged;
      const given: (() => void)[] = [];
      if (quota !== null) {
        const declared = Number(c.req.header('content-length')) || 0;
        if (declared > 0) given.push(underWay.reserve(team, declared));
        c.set('arrived', (bytes) => {
          if (declared > 0) return undefined;
          // Nobody knew of these bytes when the quota was looked at.
          if (quota.used + underWay.total(team) + bytes > quota.limit) return overQuota(quota.limit, clock());
          given.push(underWay.reserve(team, bytes));
          return undefined;
        });
      }
      try {
        await next();
      } finally {
        for (const giveBack of given) giveBack();
      }
      return;
    }
    if (!(await dropBody(c.req.raw))) c.header('Connection', 'close');
    return answerFailure(c, judged);
  };
}

/** The answer to a team that has used up its month. */
export function overQuota(limit: number, at: number): WireFailure {
  const said = `The team's monthly quota of ${limit} input bytes is used up`;
  return wireFailure('quota_exceeded', said, secondsToNextMonth(at));
}
