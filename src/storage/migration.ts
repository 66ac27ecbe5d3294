/** A migration: its statements run once, in one transaction. */
export interface Migration {
  /** File name for `wrangler d1 migrations apply`. */
  readonly name: string;
  readonly statements: readonly string[];
}
