import { existsSync } from 'node:fs';
import path from 'node:path';
import { hasSqlite } from '../storage/load-sqlite.ts';
import { LEDGER_FILE, openSavings } from './open-savings.ts';
import type { Trial } from './trial.ts';

/** Reads the trial; undefined if nothing was measured yet, or the ledger cannot be read. Never rejects. */
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
