import { existsSync } from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../platform/paths/errno-of.ts';
import { errnoWords } from '../platform/paths/errno-words.ts';
import { hasSqlite } from '../platform/sqlite/load-sqlite.ts';
import { LEDGER_FILE, openSavings } from './open-savings.ts';
import type { Trial } from './trial.ts';

export type ReadTrial =
  | {
      readonly ok: true;
      /** Undefined if nothing was measured yet. */
      readonly trial: Trial | undefined;
      /** New path of a damaged ledger, if a fresh one replaced it. */
      readonly setAside: string | undefined;
    }
  /** `why` is an errno, or SQLite's message. */
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

/** Returns the message of the innermost cause, which comes from the file system or SQLite. */
function wordsOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return wordsOf(error.cause);
  // SQLite errors also have a code, but it says nothing.
  const errno = errnoOf(error);
  return errno !== undefined && /^E[A-Z]+$/.test(errno)
    ? errnoWords(error)
    : error instanceof Error
      ? error.message
      : String(error);
}
