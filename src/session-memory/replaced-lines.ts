import { isSameLine } from '../text/same-line.ts';
import type { GivenText } from './given-text.ts';

/**
 * Sets numbers to 0 (unknown) if a later text of the same name has a different line under them. A reader who looks
 * for `line 12 in the read of src/a.ts` finds the last read that has a line 12.
 */
export function withoutReplaced(text: GivenText, by: GivenText): GivenText {
  if (text.name !== by.name) return text;
  // Both sides count upward, apart from zeros.
  let other = 0;
  const isReplaced = (number: number, line: number): boolean => {
    while (other < by.numbers.length && (by.numbers[other] as number) < number) other++;
    if (by.numbers[other] === number) return !isSameLine(text.lines, line, by.lines, other);
    return by.elsewhere.some(([first, last]) => first <= number && number <= last);
  };
  return {
    ...text,
    numbers: text.numbers.map((number, line) => (number === 0 || isReplaced(number, line) ? 0 : number)),
  };
}
