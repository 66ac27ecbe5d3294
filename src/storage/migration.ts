/** One step of the schema: its statements run together or not at all, once. */
export interface Migration {
  /** The file that `wrangler d1 migrations apply` knows it by. */
  readonly name: string;
  readonly statements: readonly string[];
}
