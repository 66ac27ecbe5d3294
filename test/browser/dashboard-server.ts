import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { getRequestListener } from '@hono/node-server';
import type { UpstreamStatus } from '../../src/remote-pruner/upstream-status.ts';
import { withClock } from '../../src/storage/database-clock.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createSqliteDatabase } from '../../src/storage/sqlite-driver.ts';
import type { Directory } from '../../src/teams/keys/directory.ts';
import { createSqlDirectory } from '../../src/teams/keys/sql-directory.ts';
import { createLedger, type Ledger } from '../../src/teams/usage/ledger.ts';
import { createSqlLedger } from '../../src/teams/usage/sql-ledger.ts';
import { createApp } from '../../worker/app/app.ts';
import { createTeamArtifacts, type TeamArtifacts } from '../../worker/artifacts/team-artifacts.ts';
import { embeddedEngine } from '../../worker/routes/prune/engine.ts';
import type { ProviderSettings } from '../../worker/settings/settings.ts';

export const ADMIN_SECRET = 'an-administrators-secret-of-32-characters';

/** The worker on loopback, with a separate database in memory. */
export interface DashboardServer {
  readonly url: string;
  readonly directory: Directory;
  readonly ledger: Ledger;
  readonly artifacts: TeamArtifacts;
  close(): Promise<void>;
}

export interface DashboardServerOptions {
  /** Undefined for a worker without keys. */
  readonly adminKey: string | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Returns the settings of an identity provider, which sends browsers back to `url`. Default: there is none. */
  readonly provider?: ((url: string) => Promise<ProviderSettings>) | undefined;
  /** Reported status of the upstream; undefined if there is none. */
  readonly upstream?: UpstreamStatus | undefined;
}

/** Starts the worker. */
export async function startDashboard(options: DashboardServerOptions): Promise<DashboardServer> {
  const { adminKey, clock, upstream } = options;
  const database = withClock(createSqliteDatabase(new DatabaseSync(':memory:')), clock);
  await migrate(database);
  const store = createSqlLedger(database);
  // The ledger is only written when a test flushes it.
  const ledger = createLedger({ store, now: clock, pause: () => new Promise(() => {}) });
  const engine = {
    ...embeddedEngine(() => Promise.resolve()),
    ...(upstream !== undefined && { upstream: () => upstream }),
  };
  const artifacts = createTeamArtifacts(database);
  let app: ReturnType<typeof createApp> | undefined;
  const server = createServer(
    getRequestListener((request) => app?.fetch(request) ?? new Response(null, { status: 503 })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = await options.provider?.(url);
  app = createApp({ database, artifacts, adminKey, clock, ledger, engine, provider });
  return {
    url,
    directory: createSqlDirectory(database),
    ledger,
    artifacts,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      database.close();
    },
  };
}
