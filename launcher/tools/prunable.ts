import type { TextKind } from '../../src/engine/pruner.ts';

/** The part of a result that a pruner may shorten. */
export interface Prunable<Result> {
  readonly text: string;
  readonly kind?: TextKind | undefined;
  /** Origin of the text, relative to the root. It helps to detect the text's kind. */
  readonly path?: string | undefined;
  /** Line number of the text's first line in its file. Default 1. */
  readonly firstLine?: number | undefined;
  /** Returns the result with the pruned text in place; undefined if the text cannot be parsed back. */
  apply(pruned: string): Result | undefined;
}
