/** A migration: its statements run once, in one transaction. */
export interface Migration {
  /**
   * File name for `wrangler d1 migrations apply`. One that ends in `.from-VERSION.sql` names the oldest version that may
   * use the database beside and after this step, which only adds to it.
   */
  readonly name: string;
  readonly statements: readonly string[];
  /** Statements for PostgreSQL, if `toPostgres` cannot translate `statements`. */
  readonly postgres?: readonly string[];
}
