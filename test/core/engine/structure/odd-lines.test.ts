import { expect, test } from 'vitest';
import { oddLines } from '../../../../src/engine/structure/odd-lines.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

const steps = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `moored boat ${i} at berth ${i * 3}`);
const oddOf = (lines: readonly string[]): readonly number[] => atOnce(oddLines(splitLines(lines.join('\n'))));

test('a line that is like no other stands out where all others are alike but for their numbers', () => {
  expect(oddOf([...steps(40), 'the tide took the ladder', ...steps(40)])).toEqual([40]);
});

test('where many differ, each in its own way, none stands out', () => {
  const words = ['keel', 'mast', 'sail', 'rope', 'lamp', 'hull', 'reef', 'tide', 'gale', 'fog', 'oar', 'bow', 'dock'];
  expect(oddOf([...steps(200), ...words])).toEqual([]);
  expect(oddOf(words)).toEqual([]);
});
