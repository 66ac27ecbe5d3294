import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Miniflare } from 'miniflare';
import { createD1Database, type D1Binding } from '../../src/storage/d1-driver.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { built } from './built.ts';

/** Runs the bundle that `wrangler.toml` deploys in real workerd on loopback, with D1 and the other bindings. */
const given = Object.entries(process.env).filter(([name]) => /^(PRUNER|ARTIFACT)_/.test(name));
/** Requests per minute that the binding allows for a key. */
const limit = Number(process.env['RATE_LIMIT'] ?? 100_000);
const miniflare = new Miniflare({
  modules: [{ type: 'ESModule', path: 'cloudflare.js', contents: readFileSync(built('cloudflare'), 'utf8') }],
  compatibilityDate: '2026-07-15',
  host: '127.0.0.1',
  port: 0,
  bindings: Object.fromEntries(given) as Record<string, string>,
  d1Databases: ['DB'],
  r2Buckets: process.env['NO_BUCKET'] === undefined ? ['ARTIFACTS'] : [],
  // Without the proxy that development tools put in front of workerd.
  unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  ratelimits: { RATE_LIMIT: { namespace_id: '1001', simple: { limit, period: 60 } } },
});
await miniflare.ready;
const url = (await miniflare.unsafeGetDirectURL()).href.replace(/\/$/, '');
const database = createD1Database((await miniflare.getD1Database('DB')) as unknown as D1Binding);
await migrate(database);
// Runs SQL statements from the parent test, which uses them to break the database and to repair it.
createInterface(process.stdin).on('line', (statement) => {
  void database.query(statement).then(({ rows }) => process.stderr.write(`ran ${JSON.stringify(rows)}\n`));
});
process.stderr.write(`${JSON.stringify({ event: 'listening', url, runtime: 'workerd' })}\n`);
// Miniflare's own handler would end the process with 143 before an orderly shutdown.
process.removeAllListeners('SIGTERM');
process.once('SIGTERM', () => {
  process.stdin.destroy();
  void miniflare.dispose();
});
