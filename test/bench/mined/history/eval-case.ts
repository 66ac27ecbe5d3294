/** First and last line, 1-based and inclusive. */
export type LineRange = readonly [first: number, last: number];

/** A question with a known answer: the lines of the text that were changed, or that the comment describes. */
export interface EvalCase {
  /** How it was mined: `commit` (a message and the lines it changed), `doc` (a comment and its function), … */
  readonly family: string;
  /** Commit that the text is from. */
  readonly commit: string;
  readonly path: string;
  /** The issue's number or name, if the question is an issue. */
  readonly issue?: string;
  readonly question: string;
  readonly text: string;
  readonly gold: readonly LineRange[];
}

/** Limits of a case's file, in lines. Shorter files need no pruning, longer ones take too long. */
export const MIN_LINES = 150;
export const MAX_LINES = 4000;
/** Max UTF-16 units of a line. Longer lines are generated. */
export const LONGEST_LINE = 2000;

/** Max UTF-16 units of a file. Larger files are generated too. */
const MAX_CHARS = 500_000;

/** True if a text of more than `min` lines can be used for a case. */
export function isFitText(text: string, min: number = MIN_LINES): boolean {
  if (text.length > MAX_CHARS) return false;
  const lines = text.split('\n');
  return lines.length > min && lines.length <= MAX_LINES && lines.every(({ length }) => length <= LONGEST_LINE);
}

const SOURCE = /\.(?:py|js|jsx|ts|tsx|mjs|cjs|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|scala)$/;
const ASIDE =
  /(?:^|\/)(?:tests?|__tests__|spec|fixtures?|vendor|third_party|node_modules|deps|dist|build|examples?|benchmarks?)\/|[._](?:test|spec|bench)\.|_test\.|(?:^|\/)test_/;

/** True for a path of handwritten source code, except tests and examples. */
export function isSourcePath(path: string): boolean {
  return SOURCE.test(path) && !ASIDE.test(path);
}
