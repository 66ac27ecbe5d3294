/** `structuredContent` of `bash`, without `pruning`. */
export interface BashResult {
  readonly tool: 'bash';
  readonly command: string;
  /** Path relative to the agent's folder; `.` for the folder itself. */
  readonly cwd: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit_code: number;
  readonly timed_out: boolean;
  readonly truncated: boolean;
  readonly duration_ms: number;
}

export type BashErrorCode = 'timeout' | 'spawn_error' | 'nonzero_exit' | 'invalid_cwd';
