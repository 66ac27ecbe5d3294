export interface GrepMatch {
  /** Relative to the root; bytes that are not UTF-8 are replaced. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in characters; `null` where the engine does not tell. */
  readonly column: number | null;
  /** The line, without its terminator. */
  readonly text: string;
}

export interface GrepContextLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** `structuredContent` of `grep` without `pruning`, and what `context_lines` adds. */
export interface GrepResult {
  readonly tool: 'grep';
  readonly pattern: string;
  /** As they were searched: relative to the root. */
  readonly paths: readonly string[];
  readonly matches: readonly GrepMatch[];
  readonly match_count: number;
  readonly truncated: boolean;
  readonly duration_ms: number;
  /** Lines around matches that do not match themselves; only where `context_lines` was above 0. */
  readonly context?: readonly GrepContextLine[];
  /** Matches that the question left out; only where there are any. */
  readonly matches_left_out?: number;
  /** No match has to do with the question: those shown are one of each file. Only where it is so. */
  readonly question_unmatched?: true;
  /** Binary files that match, at most 20; their lines are not shown. Only where there are any. */
  readonly binary_files?: readonly string[];
  /** More binary files that match; only where there are any. */
  readonly binary_files_left_out?: number;
  /** What could not be read, and the system's words for why; at most 20, and only where there are any. */
  readonly unreadable?: readonly string[];
}

export type GrepErrorCode = 'timeout' | 'spawn_error' | 'invalid_path' | 'rg_error';
