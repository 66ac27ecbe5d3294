import type { CountTokens } from '../../../../src/tokens/count-tokens.ts';
import type { CountLine } from './cost-lines.ts';

/** Counts lines with a tokenizer such as o200k: slower than the estimate, exact per line. */
export function countWith(count: CountTokens): CountLine {
  return (text, from, to) => count(`${text.slice(from, to)}\n`);
}
