import { isSameLine } from '../text/same-line.ts';
import type { GivenText } from './given-text.ts';

/**
 * Sets the number of each line to 0 (unknown) if a later text of the same name has another line at that number. A reader who looks
 * for `line 12 in the read of src/a.ts` finds the last read that has a line 12.
 */
export function withoutReplaced(text: GivenText, by: GivenText): GivenText {
  if (text.name !== by.name) return text;
  // Numbers ascend in both texts, apart from zeros.
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
