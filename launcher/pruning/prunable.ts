import type { TextKind } from '../../src/pruning/pruner.ts';

/** The part of a result that a pruner may shorten. */
export interface Prunable<Result> {
  readonly text: string;
  readonly kind?: TextKind | undefined;
  /** Where the text came from, relative to the root: a hint for its kind. */
  readonly path?: string | undefined;
  /** The number of the text's first line in its file. Default 1. */
  readonly firstLine?: number | undefined;
  /** The result with the pruned text in its place; `undefined` where the text cannot be read back into it. */
  apply(pruned: string): Result | undefined;
}
