/** `structuredContent` of `read` without `pruning`, including fields for a range. */
export interface ReadResult {
  readonly tool: 'read';
  /** Path as given in the call. */
  readonly file_path: string;
  readonly encoding: 'utf-8';
  readonly content: string;
  readonly truncated: boolean;
  /** UTF-8 bytes of the content before pruning. */
  readonly bytes: number;
  readonly duration_ms: number;
  /** The range that was read. Present only if one was requested. */
  readonly start_line?: number;
  readonly end_line?: number;
  /** Total lines of the file. Present only if the range reaches past its end. */
  readonly total_lines?: number;
  /** Files with instructions for the folder, relative to the root, that no read of this session has reported yet. */
  readonly instructions?: readonly string[];
}

export type ReadErrorCode = 'not_found' | 'permission_denied' | 'invalid_path' | 'io_error';
