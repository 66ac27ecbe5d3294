/** Settings of the thread that records calls. */
export interface RecordPlace {
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  readonly project: string;
  /** True if secrets are removed. */
  readonly redact: boolean;
}

/** The thread's answer to each call, in order. */
export interface Recorded {
  /** Reason why the call was not written. */
  readonly failure?: string | undefined;
}
