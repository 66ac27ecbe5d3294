import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  completeUpTo,
  isChange,
  lineSketchOf,
  linesBehind,
  readHeld,
  readReplaced,
  SKETCHED,
} from '../../../../src/context/links/line-sketch.ts';

const read = (sketch: string, from: typeof readHeld): readonly number[] => {
  const hashes = new Int32Array(SKETCHED);
  return [...hashes.subarray(0, from(sketch, hashes))];
};
const heldIn = (sketch: string): readonly number[] => read(sketch, readHeld);
const replacedIn = (sketch: string): readonly number[] => read(sketch, readReplaced);
const completeIn = (hashes: readonly number[]): number => completeUpTo(Int32Array.from(hashes), hashes.length);
const file = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `  const value${from + i} = read(${from + i});`).join('\n');

test('a text of few lines is known line by line, however it is indented or numbered, in whichever order', () => {
  const sketch = lineSketchOf('a = 1\nb = 2\n\n}\nb = 2\n');
  expect(heldIn(sketch)).toHaveLength(2);
  expect(completeIn(heldIn(sketch))).toBe(2 ** 24);
  expect(lineSketchOf('    b = 2\n\ta = 1')).toBe(sketch);
  expect(lineSketchOf('   12\ta = 1\n   13\t  b = 2')).toBe(sketch);
  expect(lineSketchOf('7→a = 1\n8→b = 2\r\n')).toBe(sketch);
  expect(isChange(sketch)).toBe(false);
  expect(replacedIn(sketch)).toHaveLength(0);
});

test('of a change, lines that it leaves and those that it takes out are told apart', () => {
  const change = [
    ...['diff --git a/src/a.ts b/src/a.ts', 'index 1..2 100644', '--- a/src/a.ts', '+++ b/src/a.ts'],
    ...['@@ -1,3 +1,3 @@ function f()', ' kept = 1', '-old = 2', '-moved = 3', '+new = 2', '+  moved = 3'],
  ].join('\n');
  const sketch = lineSketchOf(change);
  expect(isChange(sketch)).toBe(true);
  expect(heldIn(sketch)).toEqual(heldIn(lineSketchOf('kept = 1\nnew = 2\nmoved = 3')));
  expect(replacedIn(sketch)).toEqual(heldIn(lineSketchOf('old = 2')));
  // A diff written by an agent, without file headers.
  expect(isChange(lineSketchOf('@@\n-a = 1\n+b = 1'))).toBe(true);
  expect(lineSketchOf('*** Begin Patch\n*** Update File: a.py\n@@\n-a = 1\n+b = 1\n*** End Patch')).toBe(
    lineSketchOf('@@\n-a = 1\n+b = 1'),
  );
});

test('what only begins like a diff is none, and within one a line is what its sign says', () => {
  for (const text of ['- a list\n+ of', '--- title\na: 1', '--- HTTP client.\n-- in Lua', 'Index: of things\nb']) {
    expect(isChange(lineSketchOf(text))).toBe(false);
  }
  const sql = lineSketchOf('@@ -1,2 +1,2 @@\n--- a comment\n+++ counter;\n\\ No newline at end of file');
  expect(replacedIn(sql)).toEqual(heldIn(lineSketchOf('-- a comment')));
  expect(heldIn(sql)).toEqual(heldIn(lineSketchOf('++ counter;')));
});

test('ten megabytes take no longer than their beginning', () => {
  const long = Array.from({ length: 700_000 }, (_, i) => `line ${i}`).join('\n');
  expect(lineSketchOf(long)).toBe(lineSketchOf(long.slice(0, 1_048_576)));
});

test('nothing to hold is no sketch; a change that only takes out holds nothing', () => {
  expect(lineSketchOf('')).toBe('');
  expect(lineSketchOf('\n  }\n{\n')).toBe('');
  const taken = lineSketchOf('@@\n-a = 1');
  expect([isChange(taken), heldIn(taken).length, replacedIn(taken).length]).toEqual([true, 0, 1]);
});

test('of many lines the same few stand for all: lines are counted and shares told to within some', () => {
  const large = heldIn(lineSketchOf(file(0, 3000)));
  expect(large).toHaveLength(SKETCHED);
  expect(large.toSorted((a, b) => a - b)).toEqual(large);
  expect(Math.abs(linesBehind(Int32Array.from(large), SKETCHED) / 3000 - 1)).toBeLessThan(0.5);
  const part = heldIn(lineSketchOf(file(0, 1500))).filter((hash) => hash <= completeIn(large));
  for (const hash of part) expect(large).toContain(hash);
  expect(part.length / SKETCHED).toBeGreaterThan(0.25);
  expect(part.length / SKETCHED).toBeLessThan(0.75);
});

test('any text has a sketch of digits that is read back ascending, of no more lines than it may have', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 400 }).map((text) => text.replaceAll('~', '\n')),
      fc.boolean(),
      (text, isDiff) => {
        const sketch = lineSketchOf(isDiff ? `@@\n${text}` : text);
        expect(sketch).toMatch(/^[\w+/]*(?:-[\w+/]*)?$/);
        for (const hashes of [heldIn(sketch), replacedIn(sketch)]) {
          expect(hashes.length).toBeLessThanOrEqual(SKETCHED);
          expect([...new Set(hashes)].sort((a, b) => a - b)).toEqual(hashes);
          expect(hashes.at(-1) ?? 0).toBeLessThan(2 ** 24);
        }
      },
    ),
  );
});
