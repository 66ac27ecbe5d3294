import { existsSync } from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../artifacts/file-fault.ts';
import { hasSqlite } from '../storage/load-sqlite.ts';
import { LEDGER_FILE, openSavings } from './open-savings.ts';
import type { Trial } from './trial.ts';

export type ReadTrial =
  | {
      readonly ok: true;
      /** Undefined if nothing was measured yet. */
      readonly trial: Trial | undefined;
      /** The new name of a ledger that was damaged, so that a fresh one was begun. */
      readonly setAside: string | undefined;
    }
  /** `why` is an errno, or SQLite's words. */
  | { readonly ok: false; readonly why: string };

/** Reads the trial from the ledger in MCP_PRUNER_HOME. Never rejects. */
export async function readTrial(home: string): Promise<ReadTrial> {
  if (!hasSqlite() || !existsSync(path.join(home, LEDGER_FILE)))
    return { ok: true, trial: undefined, setAside: undefined };
  try {
    let setAside: string | undefined;
    const store = await openSavings(home, (to) => {
      setAside = to;
    });
    try {
      return { ok: true, trial: await store.trial(), setAside };
    } finally {
      store.close();
    }
  } catch (error) {
    return { ok: false, why: wordsOf(error) };
  }
}

/** What the file system or SQLite says itself stands at the end of the causes. */
function wordsOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return wordsOf(error.cause);
  // SQLite's errors have a code too, which says nothing.
  const errno = errnoOf(error);
  return errno !== undefined && /^E[A-Z]+$/.test(errno)
    ? errno
    : error instanceof Error
      ? error.message
      : String(error);
}
