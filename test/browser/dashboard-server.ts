import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Directory } from '../../src/access/directory.ts';
import { createLedger, type Ledger } from '../../src/ledger/ledger.ts';
import type { UpstreamStatus } from '../../src/pruning/upstream/upstream-status.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createSqlLedger } from '../../src/storage/sql-ledger.ts';
import { createSqlSessionSecret } from '../../src/storage/sql-session-secret.ts';
import { createSqliteDatabase } from '../../src/storage/sqlite-driver.ts';
import { createAccess } from '../../worker/access/access.ts';
import { createApp } from '../../worker/app.ts';
import { createDashboard } from '../../worker/dashboard/dashboard.tsx';

export const ADMIN_SECRET = 'an-administrators-secret';

/** A worker with a dashboard, listening on loopback, over a database of its own in memory. */
export interface DashboardServer {
  readonly url: string;
  readonly directory: Directory;
  readonly ledger: Ledger;
  /** How the upstream is said to fare; undefined: there is none. */
  upstream: UpstreamStatus | undefined;
  close(): Promise<void>;
}

export interface DashboardServerOptions {
  /** Undefined: a worker without keys. */
  readonly adminKey: string | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Starts one. */
export async function startDashboard({ adminKey, clock }: DashboardServerOptions): Promise<DashboardServer> {
  const database = createSqliteDatabase(new DatabaseSync(':memory:'));
  await migrate(database);
  const store = createSqlLedger(database, { now: clock });
  // Written when a test says so.
  const ledger = createLedger({ store, now: clock, pause: () => new Promise(() => {}) });
  const access = createAccess({
    database,
    adminKey,
    clock,
    now: () => performance.now(),
    pendingBytes: ledger.pendingBytes,
    onFailure: () => {},
  });
  if (access.directory === undefined) throw new Error('there is no directory');
  const worker = createApp({ database, adminKey, clock, ledger });
  const app = new Hono();
  app.use(secureHeaders());
  app.route(
    '/dashboard',
    createDashboard({
      ...access,
      directory: access.directory,
      store,
      ledger: ledger.counters,
      upstream: () => started.upstream,
      clock,
      sessionSecret: createSqlSessionSecret(database, adminKey),
    }),
  );
  app.all('*', (c) => worker.fetch(c.req.raw));
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const started: DashboardServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    directory: access.directory,
    ledger,
    upstream: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      database.close();
    },
  };
  return started;
}
