import type { Context, MiddlewareHandler } from 'hono';
import { type RequestFailure, requestFailure } from '../../src/prune-api/request-failure.ts';
import type { CounterSwitch, Reservation } from '../../src/teams/counters/shared-counters.ts';
import { createKnownUse } from '../../src/teams/keys/known-use.ts';
import { monthOf, secondsToNextMonth } from '../../src/teams/keys/month.ts';
import type { Principal } from '../../src/teams/keys/principal.ts';
import { createReservations, type Reservations } from '../../src/teams/keys/reservations.ts';
import type { Scope } from '../../src/teams/keys/scope.ts';
import type { Ledger } from '../../src/teams/usage/ledger.ts';
import { answerFailure } from '../http/answer-failure.ts';
import { clientAddress } from '../http/client-address.ts';
import { drainRefused } from '../http/drain-refused.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import type { Gate } from './gate.ts';
import type { Limiter } from './limiter.ts';

export interface AdmitDeps {
  readonly gate: Gate;
  readonly limiter: Limiter;
  /** Input bytes of a team that the ledger has recorded, and the part not yet in the database. */
  readonly ledger: Pick<Ledger, 'pendingBytes' | 'recordedBytes' | 'isBehind'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly counters: CounterSwitch;
  /** Number of workers that share a quota. */
  readonly workers: () => number;
}

/**
 * Creates the middleware for a route that needs `scope`, or any key by default. It authenticates, authorizes and
 * rate-limits.
 */
export type Admit = (scope?: Scope) => MiddlewareHandler<WorkerContext>;

const FORBIDDEN = requestFailure('forbidden', 'Forbidden');

/** Max bytes of a refused body that are read, so that its sender can receive the refusal. */
const MAX_DROPPED = 1024 * 1024;

/** A team's month as seen by one request. */
interface Month {
  readonly limit: number;
  /** Input bytes used when the request arrived. */
  readonly used: number;
  /**
   * Reserves room for bytes until the request is over; false if there is none left. Check and reservation are atomic.
   */
  reserve(bytes: number): Promise<boolean>;
  /** Returns the leases of the reservations since the last call, for a record. */
  leases(): readonly number[];
  /** Ends the reservations. `recorded`: bytes that the ledger counts for the request. */
  end(recorded: number): void;
  /** Builds the answer for a request without room. */
  refusal(): RequestFailure;
}

/** Runs authenticate → scope → rate limit → quota, all before the body is read. */
export function createAdmit(deps: AdmitDeps): Admit {
  const { gate, limiter, clock } = deps;
  const underWay = createReservations({ now: clock });
  const leased = createReservations({ now: clock });
  const known = createKnownUse((team) => deps.ledger.recordedBytes(team) + leased.total(team));
  const months: Months = { ...deps, underWay, leased, known };
  const judge = async (c: Context<WorkerContext>, scope: Scope | undefined): Promise<Principal | RequestFailure> => {
    const principal = await gate(c.req.raw, () => clientAddress(c));
    if ('ok' in principal) return principal;
    // Set for refused requests too, because log and metrics name the sender.
    c.set('principal', principal);
    if (scope !== undefined && !principal.scopes.has(scope)) return FORBIDDEN;
    const rate = await limiter(principal);
    if (!rate.ok) return requestFailure('rate_limited', 'Too many requests for this key', rate.retryAfterSeconds);
    return principal;
  };

  return (scope) => async (c, next) => {
    const refuse = async (failure: RequestFailure): Promise<Response> => {
      if (!(await dropBody(c.req.raw))) c.header('Connection', 'close');
      return answerFailure(c, failure);
    };
    const judged = await judge(c, scope);
    if ('ok' in judged) return refuse(judged);
    if (judged.quota === null) return next();
    const month = openMonth(judged.team, judged.quota, months);
    const { limit, used } = month;
    const declared = Number(c.req.header('content-length')) || 0;
    const isReserved = await month.reserve(declared);
    // Other routes, such as `/mcp`, also serve requests that use no quota, so they check it once they know the body.
    if (!isReserved && scope === 'prune') return refuse(month.refusal());
    c.set('principal', { ...judged, quota: { limit, used } });
    c.set('chargeQuota', async (bytes) => {
      if ((isReserved && declared > 0) || (await month.reserve(bytes))) return undefined;
      return month.refusal();
    });
    c.set('charge', month.reserve);
    c.set('leases', month.leases);
    try {
      await next();
    } finally {
      month.end(c.get('recorded') ?? 0);
    }
    return undefined;
  };
}

interface Months extends Pick<AdmitDeps, 'ledger' | 'clock' | 'counters' | 'workers'> {
  /** Reservations made in this process, and by shared counters for it. */
  readonly underWay: Reservations;
  readonly leased: Reservations;
  readonly known: ReturnType<typeof createKnownUse>;
}

function openMonth(
  team: string,
  quota: NonNullable<Principal['quota']>,
  { ledger, clock, counters, workers, underWay, leased, known }: Months,
): Month {
  const { limit } = quota;
  const month = monthOf(clock());
  const used = quota.used + ledger.pendingBytes(team);
  // A request that ends meanwhile is no longer reserved, and its bytes may not be in the database's figure. So bytes
  // recorded from here on are added.
  const before = ledger.recordedBytes(team);
  known.learn(team, month, quota.used, before - ledger.pendingBytes(team));
  const given: (Reservation & { readonly bytes: number })[] = [];
  let taken = 0;
  const reserveHere = (bytes: number): boolean => {
    const all = known.of(team);
    // While nobody counts for all workers, each has its part of what was left.
    const left =
      counters.state() === 'away'
        ? Math.floor((limit - all.used) / workers()) - all.since
        : limit - used - (ledger.recordedBytes(team) - before);
    if (underWay.total(team) + bytes > left) return false;
    given.push({ bytes, end: underWay.reserve(team, bytes) });
    return true;
  };
  return {
    ...{ limit, used },
    reserve: (bytes) =>
      counters.ask(
        async (shared) => {
          const wanted = { team, month, bytes, limit, used: quota.used };
          const reserved = await shared.reserve({ ...wanted, isBehind: ledger.isBehind() });
          if (reserved === undefined) return false;
          const release = leased.reserve(team, bytes);
          const end = (recorded: number): void => {
            reserved.end(recorded);
            release();
          };
          given.push({ ...reserved, bytes, end });
          const { total = 0 } = reserved;
          known.learn(team, month, total, ledger.recordedBytes(team) + leased.total(team));
          return true;
        },
        () => reserveHere(bytes),
      ),
    leases() {
      const fresh = given.slice(taken);
      taken = given.length;
      return fresh.flatMap(({ lease }) => lease ?? []);
    },
    end(recorded) {
      let left = recorded;
      for (const one of given) {
        one.end(left);
        left = Math.max(0, left - one.bytes);
      }
    },
    refusal: () => (counters.state() === 'away' && used < limit ? UNCOUNTED : overQuota(limit, clock())),
  };
}

const UNCOUNTED = requestFailure(
  'quota_exceeded',
  'The quota cannot be counted at the moment, and this worker has used its part of what was left: try again shortly',
  5,
);

/** Builds the answer for a team that has used up its month. */
export function overQuota(limit: number, at: number): RequestFailure {
  const said = `The team has used up its monthly quota of ${limit} input bytes`;
  return requestFailure('quota_exceeded', said, secondsToNextMonth(at));
}

/**
 * Discards the body of a request refused for other reasons. Resolves to true if the body was read to its end, so that
 * the connection stays usable; never rejects.
 */
async function dropBody(request: Request): Promise<boolean> {
  return request.body === null || request.bodyUsed || drainRefused(request.body.getReader(), MAX_DROPPED);
}
