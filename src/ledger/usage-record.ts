/** What is written down about one answered request: counts and names, never text, questions or keys. */
export interface UsageRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The team's id, and the key's. */
  readonly team: string;
  readonly key: string;
  /** What was called: `prune`, `prune_documents`, `prune_tool_response`, `prune_batch`, `prune_text`, `artifact`. */
  readonly tool: string;
  /** The kind of text; null where it is not known. */
  readonly kind: string | null;
  /** `embedded` or `remote`; null where none was asked. */
  readonly engine: string | null;
  /** Whether the answer was remembered; null where nothing was looked up. */
  readonly cache: 'hit' | 'miss' | 'joined' | null;
  /** `ok`, or the failure's code. */
  readonly outcome: string;
  /** Bytes of the request's body. */
  readonly bytesIn: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly durationMs: number;
}
