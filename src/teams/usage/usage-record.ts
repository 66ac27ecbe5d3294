/** Usage of one answered request: counts and names, never text, questions or keys. */
export interface UsageRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Ids of the team and the key. */
  readonly team: string;
  readonly key: string;
  /** Called tool: `prune`, `prune_documents`, `prune_tool_response`, `prune_text`, `artifact`. */
  readonly tool: string;
  /** Kind of the text; null if unknown. */
  readonly kind: string | null;
  /** `embedded` or `remote`; null if no engine was asked. */
  readonly engine: string | null;
  /** Cache result; null if nothing was looked up. */
  readonly cache: 'hit' | 'miss' | 'joined' | null;
  /** `ok`, or the error code. */
  readonly outcome: string;
  /** Bytes of the request body. */
  readonly bytesIn: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly durationMs: number;
  /** Leases of the team's quota that end once the record is written. Default: none. */
  readonly leases?: readonly number[] | undefined;
}
