/** A call in the same terms for every host. */
export type Action =
  | {
      readonly kind: 'read';
      /** Paths as the call named them. */
      readonly files: readonly string[];
      /** Number of the first line asked for, if the call said one. */
      readonly firstLine?: number | undefined;
    }
  | { readonly kind: 'edit'; readonly edits: readonly Edit[] }
  | {
      readonly kind: 'search';
      readonly pattern: string;
      /** Files and folders that were searched; empty: the working folder. */
      readonly places: readonly string[];
    }
  | {
      readonly kind: 'command';
      readonly command: string;
      /** The command without what only filters its output, and these filters. */
      readonly source: string;
      readonly filters: string;
      /** Files that a part of it such as `cat` or `grep` was run on. */
      readonly places: readonly string[];
      /** Changes that a part of it such as `sed -i` or a script made. */
      readonly edits: readonly Edit[];
      /** True if it may change files, as these edits, `git checkout` and formatters do. */
      readonly isChange: boolean;
    }
  | { readonly kind: 'other' };

/** A change of one file. */
export interface Edit {
  readonly file: string;
  /**
   * Texts that the change found in the file, word for word: what it replaced, and for a patch its context too. For a script
   * all texts that it may have looked for.
   */
  readonly found: readonly string[];
  /** True if it replaced the texts wherever they stand. Default: where they stand first. */
  readonly isEverywhere?: boolean | undefined;
}
