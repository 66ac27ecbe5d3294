import type { Fact, LabelledLine } from './labelled-set.ts';

export interface Shown {
  /** The lines of the output. */
  readonly lines: readonly string[];
  /** The engine's answer. */
  readonly answer: string;
  /** Numbers of the lines that the answer shows. */
  readonly kept: ReadonlySet<number>;
}

/** True if the answer contains a fact. */
export function isKept(fact: Fact, shown: Shown): boolean {
  if ('anyWith' in fact) return shown.answer.includes(fact.anyWith);
  return ('anyOf' in fact ? fact.anyOf : [fact]).some((one) => isShown(one, shown));
}

/**
 * True if the answer shows a labelled text. If the text occurs on a single line, it is enough that the answer contains
 * the text. If it occurs on several lines, the labelled line must be shown.
 */
function isShown({ line, text }: LabelledLine, { lines, answer, kept }: Shown): boolean {
  if (!answer.includes(text)) return false;
  const isUnique = lines.every((other, i) => i === line - 1 || !other.includes(text));
  return isUnique || kept.has(line);
}
