/** A tool call in terms common to all hosts. */
export type Action =
  | {
      readonly kind: 'read';
      /** Paths as named in the call. */
      readonly files: readonly string[];
      /** Number of the first requested line, if the call gave one. */
      readonly firstLine?: number | undefined;
      /** True if the call asked for certain lines. Default: false. */
      readonly isRange?: boolean | undefined;
    }
  | { readonly kind: 'edit'; readonly edits: readonly Edit[] }
  | {
      readonly kind: 'search';
      readonly pattern: string;
      /** Files and folders that were searched; empty for the working folder. */
      readonly places: readonly string[];
    }
  | {
      readonly kind: 'command';
      readonly command: string;
      /** The command without trailing filters of its output, and those filters. */
      readonly source: string;
      readonly filters: string;
      /** Files that part of it, such as `cat` or `grep`, was run on. */
      readonly places: readonly string[];
      /** Changes made by part of it, such as `sed -i` or a script. */
      readonly edits: readonly Edit[];
      /** True if the command may change files, as these edits, `git checkout` and formatters do. */
      readonly isChange: boolean;
    }
  | { readonly kind: 'other' };

/** A change to one file. */
export interface Edit {
  readonly file: string;
  /**
   * Texts that the change found in the file, verbatim: the replaced ones, and for a patch also the context. For a
   * script, every text that it may have searched for.
   */
  readonly found: readonly string[];
  /** True if all occurrences were replaced. Default: only the first. */
  readonly isEverywhere?: boolean | undefined;
}
