/** A migration: its statements run once, in one transaction. */
export interface Migration {
  /** File name for `wrangler d1 migrations apply`. */
  readonly name: string;
  readonly statements: readonly string[];
  /** Statements for PostgreSQL, if `toPostgres` cannot translate `statements`. */
  readonly postgres?: readonly string[];
}
