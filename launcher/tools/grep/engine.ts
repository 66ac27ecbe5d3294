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
  /** Files in the order of their paths, which takes longer; of use to an engine without `commands`. */
  readonly inOrder?: boolean | undefined;
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
      /** The match's offset in `text`, in UTF-16 units; undefined where the engine does not tell. */
      readonly at?: number | undefined;
    }
  /** The file is binary, and what was told of its lines is void. */
  | { readonly kind: 'binary'; readonly path: Buffer }
  /** A record was too large to hold; of which file, where that is known. */
  | { readonly kind: 'skipped'; readonly path?: Buffer | undefined }
  /** A file or folder that could not be read, and the system's words for why. */
  | { readonly kind: 'unreadable'; readonly path: Buffer; readonly why: string }
  /** The search came to its end, whatever could not be read on the way. */
  | { readonly kind: 'finished' };

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

export interface OutputParser {
  push(chunk: Uint8Array): void;
  /** Called once, after the last chunk. */
  end(): void;
}

/** A program that searches files: `ripgrep` and `systemGrep` pass one contract suite. */
export interface SearchEngine {
  /** The executable's name on PATH. */
  readonly name: string;
  /** Where else the program may be than on PATH. */
  elsewhere?(): Promise<string | undefined>;
  /** Why a pattern cannot be searched for; undefined where it can. */
  refuses?(search: Search): string | undefined;
  args(search: Search): readonly string[];
  /** For a record `PATH NUL LINE:OFFSET:MATCH` of each match in a file, its offset in bytes: no lines are written. */
  offsetArgs(search: Search, path: string): readonly string[];
  /** Variables to set for it. */
  env(search: Search): Readonly<Record<string, string>>;
  parser(search: Search, emit: (event: SearchEvent) => void): OutputParser;
  /** Commands that search one after the other, in the order of paths, for an engine that lists no files itself. */
  commands?(search: Search, file: string, stop: AbortSignal): AsyncIterable<Command>;
  /** For what an engine tells of files on stderr. */
  complaintParser(emit: (event: SearchEvent) => void): OutputParser;
  /** Whether exit code 2 only means that some file could not be read. */
  onlyUnreadable(stderr: string, finished: boolean): boolean;
}
