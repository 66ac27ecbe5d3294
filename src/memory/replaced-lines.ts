import { isSameLine } from '../pruning/same-line.ts';
import type { GivenText } from './given-texts.ts';

/**
 * Sets numbers to 0 (unknown) if a later text of the same name has another line under them. A reader who looks for
 * `line 12 in the read of src/a.ts` finds the last read that has one.
 */
export function withoutReplaced(text: GivenText, by: GivenText): GivenText {
  if (text.name !== by.name) return text;
  const lineAt = new Map<number, number>();
  for (let line = 0; line < by.numbers.length; line++) lineAt.set(by.numbers[line] as number, line);
  const isReplaced = (number: number, line: number): boolean => {
    const other = lineAt.get(number);
    if (other !== undefined) return !isSameLine(text.lines, line, by.lines, other);
    return by.elsewhere.some(([first, last]) => first <= number && number <= last);
  };
  return { ...text, numbers: text.numbers.map((number, line) => (isReplaced(number, line) ? 0 : number)) };
}
