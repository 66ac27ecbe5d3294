/** One document of dialect B's answer. */
export interface DocumentAnswer {
  readonly id?: string | undefined;
  readonly source?: string | undefined;
  /** The document's own lines and gap markers. */
  readonly text: string;
  /** 0..1; with `includeScores`. */
  readonly score?: number | undefined;
  /** Runs of kept lines, 1-based and inclusive in the file; with `includeSpans`. */
  readonly spans?: readonly { readonly startLine: number; readonly endLine: number }[] | undefined;
  readonly stats: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** output ÷ input, as upstream reports it. */
    readonly compressionRatio: number;
  };
}

/** Dialect B's answer. */
export interface DocumentsAnswer {
  readonly ok: true;
  /** All documents in one text, with a `# source` line each where there are several or lines are numbered. */
  readonly text: string;
  readonly documents: readonly DocumentAnswer[];
  readonly stats: {
    readonly inputTokens: number;
    /** Tokens of `text`: headings and line numbers, where asked for, included. */
    readonly outputTokens: number;
    readonly compressionRatio: number;
    readonly latencyMs: number;
    readonly backend: 'mcp-pruner';
    readonly model: string | null;
    readonly provider: 'swe-pruner';
  };
  readonly warnings: readonly string[];
  readonly request_id: string;
}
