/** A search: a pattern, and where to look for it. */
export interface Search {
  readonly pattern: string;
  readonly fixedString: boolean;
  readonly caseSensitive: boolean;
  readonly contextLines: number;
  /** Max matches of one file that the caller needs. */
  readonly matchesPerFile: number;
  /** Absolute paths, so that none starts with a dash or depends on the working directory. */
  readonly paths: readonly string[];
  /** Max bytes of a line that the caller needs. */
  readonly textBytes: number;
  /** True to list files in the order of their paths, which takes longer. Affects only ripgrep. */
  readonly inOrder?: boolean | undefined;
  /** Encoding of the file that is searched, if it is another one than UTF-8. Affects only ripgrep. */
  readonly encoding?: string | undefined;
}

export type SearchEvent =
  | {
      readonly kind: 'line';
      /** False for a context line. */
      readonly isMatch: boolean;
      /** Raw bytes of the path, because a name need not be UTF-8. */
      readonly path: Buffer;
      readonly line: number;
      readonly column: number | null;
      /** Text without its line terminator. It may be cut beyond `Search.textBytes`. */
      readonly text: string;
      /** Offset of the match in `text`, in UTF-16 units; undefined if the engine does not report it. */
      readonly at?: number | undefined;
      /** Offset of the line in its file, in bytes; undefined if the engine does not report it. */
      readonly offset?: number | undefined;
      /** Bytes of a line that is not UTF-8, and the offset of the match in them. */
      readonly raw?: { readonly bytes: Buffer; readonly start: number | undefined } | undefined;
    }
  /** The file has a NUL, at `offset` bytes if the engine reports that. Nothing after the NUL counts as text. */
  | { readonly kind: 'binary'; readonly path: Buffer; readonly offset?: number | undefined }
  /** A record was too large to hold. `path` is set if the file is known. */
  | { readonly kind: 'skipped'; readonly path?: Buffer | undefined }
  /** A file or folder could not be read. `why` is the system's message. */
  | { readonly kind: 'unreadable'; readonly path: Buffer; readonly why: string }
  /** The search is complete, apart from files that could not be read. */
  | { readonly kind: 'finished' };

export interface OutputParser {
  push(chunk: Uint8Array): void;
  /** Call once, after the last chunk. */
  end(): void;
}

/** A program that searches files. `ripgrep` and `systemGrep` pass the same contract suite. */
export interface SearchEngine {
  /** Name of the executable on PATH. */
  readonly name: string;
  /** True if it follows links within a folder, so that it may leave the root, and cannot list files in order. */
  readonly followsLinks?: boolean;
  /** Finds the program if it is not on PATH. */
  elsewhere?(): Promise<string | undefined>;
  /** Returns why a pattern is not supported; undefined if it is. */
  refuses?(search: Search): string | undefined;
  args(search: Search): readonly string[];
  /**
   * Arguments for printing a record `PATH NUL LINE:OFFSET:MATCH` for each match in a file, without its lines. OFFSET is
   * in bytes.
   */
  offsetArgs(search: Search, path: string): readonly string[];
  /** Environment variables to set for the program. */
  env(search: Search): Readonly<Record<string, string>>;
  parser(search: Search, emit: (event: SearchEvent) => void): OutputParser;
  /** Creates a parser for what the engine reports about files on stderr. */
  complaintParser(emit: (event: SearchEvent) => void): OutputParser;
  /** True if exit code 2 means only that some file could not be read. */
  onlyUnreadable(stderr: string, finished: boolean): boolean;
}
