import { expect, test } from 'vitest';
import { countCapped, MOST_COUNTED } from '../../../launcher/ledger/count-capped.ts';

const spaces = (text: string): number => text.split(' ').length - 1;

test('a text within the cap is counted', () => {
  expect(countCapped('a b c ', spaces)).toBe(3);
});

test('of a longer one a part is, and the rest is taken to be like it', () => {
  let characters = 0;
  const count = (text: string): number => {
    characters += text.length;
    return spaces(text);
  };
  const line = 'one two three four five six seven\n';
  const text = line.repeat((4 * MOST_COUNTED) / line.length);
  expect(countCapped(text, count) / spaces(text)).toBeCloseTo(1, 2);
  expect(characters).toBeLessThan(MOST_COUNTED * 1.1);
});
