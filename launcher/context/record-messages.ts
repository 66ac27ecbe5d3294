/** Where a thread writes calls down, and how. */
export interface RecordPlace {
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  readonly project: string;
  /** Whether secrets are taken out. */
  readonly redact: boolean;
}

/** What it answers to each call, in their order. */
export interface Recorded {
  /** Why it is not written. */
  readonly failure?: string | undefined;
}
