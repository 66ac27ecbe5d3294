/** First and last line, 1-based and inclusive. */
export type LineRange = readonly [first: number, last: number];

/** A question that people have answered before: where in that text is what was changed, or what is described? */
export interface EvalCase {
  /** How it was mined: `commit` (its message asks for what it changed) or `doc` (a comment for its function). */
  readonly family: string;
  /** Of the text, as the repository has it. */
  readonly commit: string;
  readonly path: string;
  readonly question: string;
  readonly text: string;
  readonly gold: readonly LineRange[];
}

/** Lines that a file of a case has; below there is nothing to prune, above it takes long. */
export const MIN_LINES = 150;
export const MAX_LINES = 4000;
/** UTF-16 units of its longest line: a longer one is generated. */
export const LONGEST_LINE = 2000;

/** UTF-16 units of all: more is generated too. */
const MAX_CHARS = 500_000;

/** Whether a text may be that of a case. */
export function isFitText(text: string): boolean {
  if (text.length > MAX_CHARS) return false;
  const lines = text.split('\n');
  return lines.length > MIN_LINES && lines.length <= MAX_LINES && lines.every(({ length }) => length <= LONGEST_LINE);
}

const SOURCE = /\.(?:py|js|jsx|ts|tsx|mjs|cjs|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|scala)$/;
const ASIDE =
  /(?:^|\/)(?:tests?|__tests__|spec|fixtures?|vendor|third_party|node_modules|deps|dist|build|examples?|benchmarks?)\/|[._](?:test|spec|bench)\.|_test\.|(?:^|\/)test_/;

/** Whether a path is that of source that people wrote, tests and examples aside. */
export function isSourcePath(path: string): boolean {
  return SOURCE.test(path) && !ASIDE.test(path);
}
