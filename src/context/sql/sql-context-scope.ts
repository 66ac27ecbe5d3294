import type { SqlDatabase, SqlResult, SqlRow, SqlStatement } from '../../storage/sql-database.ts';
import type { Moved } from '../context-store.ts';
import { fromStored } from '../search/stored-text.ts';
import { createContextRoom } from './sql-context-room.ts';
import type { ContextWords, ProjectKey } from './words/context-words.ts';

/** One owner's part of the database. */
export type ContextScope = Readonly<ReturnType<typeof createContextScope>>;

export interface ContextScopeOptions {
  readonly maxBytes: number | undefined;
  readonly words: ContextWords;
}

export function createContextScope(database: SqlDatabase, scope: string, { maxBytes, words }: ContextScopeOptions) {
  return {
    database,
    scope,
    room: createContextRoom(database, scope, maxBytes),
    run: ({ sql, params }: SqlStatement): Promise<SqlResult> => database.query(sql, ...params),
    keyOf: (project: string): ProjectKey => ({ scope, project }),
    index: words,
  };
}

export function movedOf(result: SqlResult | undefined): Moved[] {
  return (result?.rows ?? []).map(({ id, tokens }) => ({ id: String(id), tokens: Number(tokens) }));
}

/** Texts by id, of rows with their parts in order. */
export function joinParts(rows: readonly SqlRow[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { id, part } of rows) texts.set(String(id), (texts.get(String(id)) ?? '') + String(part));
  for (const [id, stored] of texts) texts.set(id, fromStored(stored));
  return texts;
}
