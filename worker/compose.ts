import type { SqlDatabase } from '../src/storage/sql-database.ts';
import type { Keyless } from './access/gate.ts';
import type { Limiter } from './access/limiter.ts';
import { createApp } from './app.ts';
import { embeddedEngine } from './engine.ts';
import type { WorkerLog } from './events/worker-event.ts';
import { readSettings } from './settings.ts';
import type { WorkerEnv } from './variables.ts';

/** What an entry has that the environment does not say. */
export interface ComposeOptions {
  readonly env: WorkerEnv;
  readonly database: SqlDatabase | undefined;
  readonly keyless: Keyless;
  readonly limiter?: Limiter | undefined;
  readonly log: WorkerLog;
}

/** The app that an environment asks for. Throws a RangeError that says which variable is wrong. */
export function compose({ env, database, keyless, limiter, log }: ComposeOptions): ReturnType<typeof createApp> {
  const settings = readSettings(env);
  return createApp({
    engine: embeddedEngine(),
    limits: { bodyBytes: settings.bodyBytes },
    database,
    adminKey: settings.adminKey,
    keyless,
    limiter,
    ratePerMinute: settings.ratePerMinute,
    log,
  });
}
