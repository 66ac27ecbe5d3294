import type { Fact, LabelledLine } from './labelled-set.ts';

export interface Shown {
  /** The lines of the output. */
  readonly lines: readonly string[];
  /** What the engine answers. */
  readonly answer: string;
  /** Numbers of the lines that it shows. */
  readonly kept: ReadonlySet<number>;
}

/** True if the answer holds a fact. */
export function isKept(fact: Fact, shown: Shown): boolean {
  if ('anyWith' in fact) return shown.answer.includes(fact.anyWith);
  return ('anyOf' in fact ? fact.anyOf : [fact]).some((one) => isShown(one, shown));
}

/** A text that stands on one line alone is looked for as a reader would; of one on several, this line must be shown. */
function isShown({ line, text }: LabelledLine, { lines, answer, kept }: Shown): boolean {
  if (!answer.includes(text)) return false;
  const isUnique = lines.every((other, i) => i === line - 1 || !other.includes(text));
  return isUnique || kept.has(line);
}
