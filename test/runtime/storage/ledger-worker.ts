import { createD1Database, type D1Binding } from '../../../src/storage/d1-driver.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { createLedger } from '../../../src/teams/usage/ledger.ts';
import { createSqlLedger } from '../../../src/teams/usage/sql-ledger.ts';
import { HOUR, MORNING, usageRecord } from '../../contract/usage-records.ts';

const kept: Promise<unknown>[] = [];
let ledger: ReturnType<typeof createLedger> | undefined;

/** A Worker that only keeps a ledger in D1. It is bundled and run in workerd. */
const worker: {
  fetch(
    request: Request,
    env: { DB: D1Binding },
    context: { waitUntil(work: Promise<unknown>): void },
  ): Promise<Response>;
} = {
  async fetch(request, env, context) {
    const database = createD1Database(env.DB);
    const store = createSqlLedger(database);
    ledger ??= createLedger({ store, flushMs: 50 });
    switch (new URL(request.url).pathname) {
      case '/migrate':
        return Response.json(await migrate(database));
      case '/record':
        ledger.record(usageRecord(), (work) => {
          kept.push(work);
          context.waitUntil(work);
        });
        return new Response('recorded');
      default: {
        await Promise.all(kept);
        const range = { from: MORNING - HOUR, to: MORNING + HOUR, period: 'hour' } as const;
        const [whole] = await store.usage({ ...range, scope: { kind: 'all' }, groupBy: [] });
        return Response.json({ requests: whole?.requests, batches: kept.length, counters: ledger.counters() });
      }
    }
  },
};

export default worker;
