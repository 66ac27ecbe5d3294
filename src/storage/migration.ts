/** A migration: its statements run once, in one transaction. */
export interface Migration {
  /** File name for `wrangler d1 migrations apply`. */
  readonly name: string;
  /** Names of the earlier steps that it replaces. A database that has some of them, but not `name`, is refused. */
  readonly replaces?: readonly string[];
  readonly statements: readonly string[];
  /** Statements for PostgreSQL, if `toPostgres` cannot translate `statements`. */
  readonly postgres?: readonly string[];
}
