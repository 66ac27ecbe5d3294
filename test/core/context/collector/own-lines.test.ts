import { expect, test } from 'vitest';
import { ownLinesOf } from '../../../../src/context/collector/collect.ts';
import { indexFiles } from '../../../../src/context/links/file-index.ts';
import { lineSketchOf } from '../../../../src/context/links/line-sketch.ts';

const file = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `  const value${from + i} = read(${from + i});`).join('\n');

/** Returns the own lines of texts, in order of arrival. A plain string belongs to the file `a.ts`. */
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
  expect(ownLines(['a = 1;', 'b = 2;'])).toEqual([1, 1]);
});

test('lines that a change took out are nobody’s', () => {
  expect(ownLines([file(0, 10), `@@\n-${file(4, 5)}\n+  other = 4;`])).toEqual([9, 1]);
  expect(ownLines([`@@\n+${file(4, 5)}`, `@@\n-${file(4, 5)}`])).toEqual([0, 0]);
});

test('nothing of one file is taken for another’s, however little is known of that', () => {
  const b = (text: string) => ({ file: 'b.ts', text });
  expect(ownLines([file(0, 20), b(file(0, 20)), b('other = 4;')])).toEqual([20, 20, 1]);
  const gone = `@@\n${file(0, 20).replaceAll(/^/gm, '-')}\n+  left = 1;`;
  expect(ownLines([gone, b(file(0, 20)), b('@@\n+  other = 4;')])).toEqual([1, 20, 1]);
});

test('where no line tells it is not known', () => {
  expect(ownLines([{ file: null, text: 'a = 1' }, '}', 'a = 1'])).toEqual([-1, -1, 1]);
});

test('of large texts it is told by a sample, as far as that reaches', () => {
  const [whole, half, part] = ownLines([file(0, 2000), file(1000, 3000), file(0, 4)]) as [number, number, number];
  expect(whole).toBeGreaterThan(700);
  expect(whole).toBeLessThan(1400);
  expect(half).toBeGreaterThan(1300);
  expect(half).toBeLessThan(2800);
  expect(part).toBe(4);
  // The newer text's sketch only has a sample of its hashes. Lines between these are not taken for missing.
  const [excerpt] = ownLines([file(0, 200), file(0, 1000)]) as [number, number];
  expect(excerpt).toBeLessThan(30);
});

test('of a short one beside thousands of younger lines all counts as its own', () => {
  expect(ownLines([file(9000, 9004), file(0, 5000)])[0]).toBe(4);
});

test('a large one that comes in between hides nothing of what another holds', () => {
  const [older] = ownLines([file(0, 30), file(0, 31), file(5000, 9000)]) as [number, number, number];
  expect(older).toBe(0);
});

test('a sketch that was damaged ends, too', () => {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const segments = digits.map((digit, i) => ({ file: 'a.ts', lines: null, sketch: `${digit}-${digits[i + 1] ?? ''}` }));
  expect(ownLinesOf(segments, indexFiles(segments))).toHaveLength(26);
});
