import { existsSync } from 'node:fs';
import path from 'node:path';
import { hasSqlite } from '../storage/load-sqlite.ts';
import { LEDGER_FILE, openSavings } from './open-savings.ts';
import type { Trial } from './trial.ts';

/** What was measured of results of hosts' own tools; undefined if nothing was, or nothing can be read. Never rejects. */
export async function readTrial(home: string): Promise<Trial | undefined> {
  if (!hasSqlite() || !existsSync(path.join(home, LEDGER_FILE))) return undefined;
  try {
    const store = await openSavings(home, () => {});
    try {
      return await store.trial();
    } finally {
      store.close();
    }
  } catch {
    return undefined;
  }
}
