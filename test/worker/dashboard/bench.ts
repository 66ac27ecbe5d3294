import { Hono } from 'hono';
import type { AuditEntry } from '../../../src/teams/keys/audit.ts';
import { createAuthenticator } from '../../../src/teams/keys/authenticator.ts';
import type { Directory } from '../../../src/teams/keys/directory.ts';
import type { Scope } from '../../../src/teams/keys/scope.ts';
import type { LatencyQuery, UsageQuery, UsageRow } from '../../../src/teams/usage/ledger-query.ts';
import type { LedgerStore } from '../../../src/teams/usage/ledger-store.ts';
import { createGate, type Keyless } from '../../../worker/access/gate.ts';
import { createManagement } from '../../../worker/access/management.ts';
import { createDashboard } from '../../../worker/dashboard/dashboard.tsx';
import type { DashboardDeps } from '../../../worker/dashboard/dashboard-deps.ts';
import type { WorkerContext } from '../../../worker/http/worker-context.ts';
import { MORNING } from '../../contract/usage-records.ts';
import { memoryDirectory } from './memory-directory.ts';
import { type Visitor, visit } from './visitor.ts';

export const ADMIN_SECRET = 'the-administrators-secret-of-32-characters';

/** A dashboard over memory stores, and everything that a test can change. */
export interface Bench {
  readonly app: Hono<WorkerContext>;
  readonly directory: Directory;
  /** Queries to the ledger. */
  readonly queries: (UsageQuery | LatencyQuery)[];
  /** Audit entries about keys. */
  readonly audited: AuditEntry[];
  /** The ledger's answer to every query. */
  rows: readonly UsageRow[];
  /** Milliseconds since 1970. */
  now: number;
  /** If set, the storage fails with this error. */
  failure: Error | undefined;
  /** Makes a key in a team. Creates the team at its first use. */
  keyIn(team: string, ...scopes: readonly Scope[]): Promise<string>;
  signedIn(credential: string): Promise<Visitor>;
}

export interface BenchOptions {
  readonly adminKey?: string | undefined;
  readonly keyless?: Keyless;
  readonly deps?: Partial<DashboardDeps>;
}

export const ROW: UsageRow = {
  requests: 4,
  failures: 1,
  cacheHits: 1,
  cacheMisses: 3,
  cacheJoined: 0,
  bytesIn: 4_000,
  tokensIn: 1_000,
  tokensOut: 400,
  tokensSaved: 600,
  durationMs: 40,
};

/** Creates a dashboard. By default it has an administrator's secret. */
export function bench({ adminKey, keyless = 'local', deps }: BenchOptions = { adminKey: ADMIN_SECRET }): Bench {
  const fail = (): void => {
    if (made.failure !== undefined) throw made.failure;
  };
  const clock = (): number => made.now;
  const directory = memoryDirectory(clock);
  const store = {
    usage: async (query: UsageQuery) => {
      fail();
      made.queries.push(query);
      return made.rows;
    },
    latency: async (query: LatencyQuery) => {
      made.queries.push(query);
      return made.rows.map(({ requests }) => ({ requests, p50: 5, p95: 50, p99: 1_500 }));
    },
  } as unknown as LedgerStore;
  const authenticator = createAuthenticator({ adminKey, directory, now: clock });
  const gate = createGate({ authenticator, hasKeys: async () => adminKey !== undefined, keyless });
  const app = new Hono<WorkerContext>();
  app.use(async (c, next) => {
    c.set('requestId', 'id-1');
    await next();
  });
  const ended = new Set<string>();
  const dashboard = createDashboard({
    authenticator,
    gate,
    countGuess: () => ({ ok: true }),
    directory,
    management: createManagement({
      directory,
      audit: async (entry) => void made.audited.push(entry),
      erase: async () => {},
    }),
    endedSessions: { end: async (session) => void ended.add(session), has: async (session) => ended.has(session) },
    store,
    ledger: () => ({ written: 7, dropped: 0, waiting: 0, failures: 0 }),
    upstream: () => undefined,
    trail: { read: async () => [] },
    clock,
    sessionSecret: async () => 'a-session-secret',
    onStorageFailure: () => {},
    ...deps,
  });
  app.route('/dashboard', dashboard);
  const made: Bench = {
    app,
    directory,
    queries: [],
    audited: [],
    rows: [],
    now: MORNING,
    failure: undefined,
    keyIn: async (name, ...scopes) => {
      const team = (await directory.findTeam(name)) ?? (await directory.createTeam(name));
      const key = await directory.createKey({ teamId: team?.id ?? '', name: `${name}'s key`, scopes });
      return key?.key ?? '';
    },
    signedIn: async (credential) => {
      const visitor = visit(app);
      await visitor.send('/dashboard/sign-in', '/dashboard/sign-in', { key: credential });
      return visitor;
    },
  };
  return made;
}
