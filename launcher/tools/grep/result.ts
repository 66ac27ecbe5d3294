export interface GrepMatch {
  /** Path relative to the agent's folder, or absolute if it is outside. Bytes that are not UTF-8 are replaced. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in characters; `null` if the engine does not report it. */
  readonly column: number | null;
  /** The line without its terminator. */
  readonly text: string;
}

export interface GrepContextLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** `structuredContent` of `grep` without `pruning`, including fields that `context_lines` adds. */
export interface GrepResult {
  readonly tool: 'grep';
  readonly pattern: string;
  /** Searched paths, relative to the agent's folder. */
  readonly paths: readonly string[];
  readonly matches: readonly GrepMatch[];
  readonly match_count: number;
  readonly truncated: boolean;
  readonly duration_ms: number;
  /** Non-matching lines around matches. Present only if `context_lines` was above 0. */
  readonly context?: readonly GrepContextLine[];
  /** Number of matches that the question removed. Present only if there are any. */
  readonly matches_left_out?: number;
  /** No match relates to the question; one match of each file is shown. Present only if that is the case. */
  readonly question_unmatched?: true;
  /** Matching files with a NUL, at most 20. Their lines from it on are not shown. Present only if there are any. */
  readonly binary_files?: readonly string[];
  /** Number of further matching binary files. Present only if there are any. */
  readonly binary_files_left_out?: number;
  /** Unreadable paths with the system's message, at most 20. Present only if there are any. */
  readonly unreadable?: readonly string[];
}

export type GrepErrorCode = 'timeout' | 'spawn_error' | 'invalid_path' | 'rg_error';
