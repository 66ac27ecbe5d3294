/** `structuredContent` of `read` without `pruning`, and what a range adds. */
export interface ReadResult {
  readonly tool: 'read';
  /** As it was asked for. */
  readonly file_path: string;
  readonly encoding: 'utf-8';
  readonly content: string;
  readonly truncated: boolean;
  /** UTF-8 bytes of the content before pruning. */
  readonly bytes: number;
  readonly duration_ms: number;
  /** Where a range was asked for: the range. */
  readonly start_line?: number;
  readonly end_line?: number;
  /** Where a range reaches past the end: how many lines the file has. */
  readonly total_lines?: number;
  /** Files with instructions for the folder, relative to the root, that no read of the session has told of yet. */
  readonly instructions?: readonly string[];
}

export type ReadErrorCode = 'not_found' | 'permission_denied' | 'invalid_path' | 'io_error';
