import { expect, test } from 'vitest';
import { ownLinesOf } from '../../../../src/context/collector/own-lines.ts';
import { indexFiles } from '../../../../src/context/links/file-index.ts';
import { lineSketchOf } from '../../../../src/context/links/line-sketch.ts';

const file = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `  const value${from + i} = read(${from + i});`).join('\n');

/** Of texts in the order in which they came, of one file where not said otherwise. */
function ownLines(texts: readonly (string | { readonly file: string | null; readonly text: string })[]): number[] {
  const segments = texts.map((one) => {
    const { file, text } = typeof one === 'string' ? { file: 'a.ts', text: one } : one;
    return { file, lines: null, sketch: file === null ? '' : lineSketchOf(text) };
  });
  return [...ownLinesOf(segments, indexFiles(segments))];
}

test('lines that a younger one of the file holds are no longer those of the older', () => {
  expect(ownLines([file(0, 20), file(10, 30)])).toEqual([10, 20]);
  expect(ownLines([file(0, 20), file(0, 5), file(5, 20)])).toEqual([0, 5, 15]);
  expect(ownLines([file(0, 20), { file: 'b.ts', text: file(0, 20) }])).toEqual([20, 20]);
});

test('lines that a change took out are nobody’s', () => {
  expect(ownLines([file(0, 10), `@@\n-${file(4, 5)}\n+  other = 4;`])).toEqual([9, 1]);
  expect(ownLines([`@@\n+${file(4, 5)}`, `@@\n-${file(4, 5)}`])).toEqual([0, 0]);
});

test('where no line tells it is not known', () => {
  expect(ownLines([{ file: null, text: 'a = 1' }, '}', 'a = 1'])).toEqual([-1, -1, 1]);
});

test('of large texts it is told by a sample, as far as that reaches', () => {
  const [whole, half, part] = ownLines([file(0, 2000), file(1000, 3000), file(0, 4)]) as [number, number, number];
  expect(whole).toBeGreaterThan(500);
  expect(whole).toBeLessThan(1700);
  expect(half).toBeGreaterThan(1300);
  expect(half).toBeLessThan(2800);
  expect(part).toBe(4);
  // The younger's sample may hold none of so few: then they count as its own.
  const [few] = ownLines([file(0, 4), file(0, 4000)]) as [number, number];
  expect([0, 4]).toContain(few);
});
