import { withClock } from '../../storage/database-clock.ts';
import type { SqlDatabase } from '../../storage/sql-database.ts';
import type { ContextStore } from '../context-store.ts';
import { contextChanges } from './sql-context-changes.ts';
import { contextReads } from './sql-context-reads.ts';
import { contextSnapshots } from './sql-context-restore.ts';
import { type ContextScopeOptions, createContextScope } from './sql-context-scope.ts';
import { sweepContexts } from './sweep-contexts.ts';
import type { ContextWords } from './words/context-words.ts';
import { fts5Words } from './words/fts5-words.ts';

export interface SqlContextOptions {
  /** Milliseconds since 1970. Default: the database's clock. A clock that goes back is ignored. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that a project is kept after a segment last came in or was restored. Default 90 days. */
  readonly ttlMs?: number | undefined;
  /** Max bytes of one owner's context, rows included. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Full text search of the database. Default: SQLite's. */
  readonly words?: ContextWords | undefined;
}

/** Segments of many owners in a migrated database. */
export interface SqlContexts {
  /** Returns the store of one owner, i.e. a team, isolated from all others. */
  of(scope: string): ContextStore;
  /** Deletes projects of any owner that received nothing for `ttlMs`. Rejects with a `SqlError`. */
  sweep(): Promise<void>;
}

/** 90 days, in milliseconds. */
const CONTEXT_TTL_MS = 90 * 24 * 60 * 60 * 1000;

export function createSqlContexts(given: SqlDatabase, options: SqlContextOptions = {}): SqlContexts {
  const { now, ttlMs = CONTEXT_TTL_MS, maxBytes, words = fts5Words } = options;
  const database = withClock(given, now);
  return {
    of: (scope) => createStore(database, scope, { maxBytes, words }),
    sweep: () => sweepContexts(database, ttlMs),
  };
}

function createStore(database: SqlDatabase, scope: string, options: ContextScopeOptions): ContextStore {
  const owner = createContextScope(database, scope, options);
  return { ...contextReads(owner), ...contextChanges(owner), ...contextSnapshots(owner) };
}
