/** What is looked for, and where. */
export interface Search {
  readonly pattern: string;
  readonly fixedString: boolean;
  readonly caseSensitive: boolean;
  readonly contextLines: number;
  /** More of one file are of no use to the caller. */
  readonly matchesPerFile: number;
  /** Absolute, so that none begins with a dash and none depends on the working directory. */
  readonly paths: readonly string[];
  /** No more than this many bytes of a line are of use to the caller. */
  readonly textBytes: number;
}

export type SearchEvent =
  | {
      readonly kind: 'line';
      /** False for a line of context. */
      readonly isMatch: boolean;
      /** As the system has it: a name need not be UTF-8. */
      readonly path: Buffer;
      readonly line: number;
      readonly column: number | null;
      /** Without its terminator; may be cut beyond `Search.textBytes`. */
      readonly text: string;
    }
  /** The file is binary, and what was told of its lines is void. */
  | { readonly kind: 'binary'; readonly path: Buffer }
  /** A record was too large to hold. */
  | { readonly kind: 'skipped' }
  /** The search came to its end, whatever could not be read on the way. */
  | { readonly kind: 'finished' };

export interface OutputParser {
  push(chunk: Uint8Array): void;
  /** Called once, after the last chunk. */
  end(): void;
}

/** A program that searches files: `ripgrep` and `systemGrep` pass one contract suite. */
export interface SearchEngine {
  /** The executable's name on PATH. */
  readonly name: string;
  args(search: Search): readonly string[];
  /** Variables to set for it. */
  env(search: Search): Readonly<Record<string, string>>;
  parser(search: Search, emit: (event: SearchEvent) => void): OutputParser;
  /** For what an engine tells of files on stderr. */
  complaintParser?(emit: (event: SearchEvent) => void): OutputParser;
  /** Whether exit code 2 only means that some file could not be read. */
  onlyUnreadable(stderr: string, finished: boolean): boolean;
}
