import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import type { WorkerEvent } from '../http/events/worker-event.ts';
import { isLoopbackHost } from '../http/loopback-host.ts';
import type { WorkerEnv } from '../settings/variables.ts';

/**
 * Refuses to expose a worker without keys to a network, and returns notices about a start without storage or keys.
 * Throws a RangeError for a host beyond loopback without PRUNER_ADMIN_KEY and without keys. Also throws for a
 * PRUNER_ADMIN_KEY without storage, because no key could be created.
 */
export async function noticesBeforeListening(
  host: string,
  env: WorkerEnv,
  database: SqlDatabase | undefined,
): Promise<readonly WorkerEvent[]> {
  const notices: WorkerEvent[] = [];
  const notice = (message: string): void => {
    notices.push({ event: 'notice', message });
  };
  const named = env.PRUNER_ADMIN_KEY ? 'PRUNER_ADMIN_KEY' : env.PRUNER_OIDC_ISSUER && 'PRUNER_OIDC_ISSUER';
  if (database === undefined && named) {
    throw new RangeError(
      `cannot use ${named}: there is no storage for teams and keys; use Node 22.13 or newer, or set PRUNER_DATABASE_URL to a PostgreSQL database`,
    );
  }
  if (database === undefined) {
    notice(
      'no storage: node:sqlite needs Node 22.13 or newer; teams, keys, ledger, cached answers and artifacts are off',
    );
  }
  const keyed = Boolean(named) || (await database?.query('SELECT 1 FROM keys LIMIT 1'))?.rows.length === 1;
  if (keyed) return notices;
  if (!isLoopbackHost(host)) {
    throw new RangeError(
      `cannot listen on "${host}" without keys: set PRUNER_ADMIN_KEY, or leave out the host to listen on loopback`,
    );
  }
  notice('no keys: answering only on loopback; set PRUNER_ADMIN_KEY to create teams and keys');
  return notices;
}
