import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitLines } from '../../../src/fit/fit-lines.ts';

const bytesOf = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;
const log = Array.from({ length: 1000 }, (_, i) => (i === 500 ? 'Error: lost the connection' : `step ${i} done`));

test('a text that fits is left as it is', () => {
  expect(fitLines('a\nb\n', { bytes: 100 })).toEqual({ text: 'a\nb\n', shownLines: 2, totalLines: 2 });
});

test('a text that takes exactly its budget is left as it is, and is cut for a byte less', () => {
  const text = log.join('\n');
  const bytes = bytesOf(text);
  expect(fitLines(text, { bytes })).toEqual({ text, shownLines: 1000, totalLines: 1000 });
  expect(fitLines(text, { bytes: bytes - 1 }).shownLines).toBeLessThan(1000);
});

test('where not even a marker fits nothing is shown, of as many lines as there are', () => {
  expect(fitLines(log.join('\n'), { bytes: 20 })).toEqual({ text: '', shownLines: 0, totalLines: 1000 });
});

test('the first, the last and what tells of an error are shown, and each gap with its lines', () => {
  const { text, shownLines, totalLines } = fitLines(log.join('\n'), { bytes: 1200 });
  expect(bytesOf(text)).toBeLessThanOrEqual(1200);
  const shown = text.split('\n');
  expect(shown[0]).toBe('step 0 done');
  expect(shown.at(-1)).toBe('step 999 done');
  expect(shown).toContain('Error: lost the connection');
  const gaps = [...text.matchAll(/^\(filtered (\d+) lines: (\d+)-(\d+)\)$/gm)];
  expect(gaps).toHaveLength(2);
  expect(shown.indexOf(gaps[0]?.[0] as string)).toBe(Number(gaps[0]?.[2]) - 1);
  for (const [, n, from, to] of gaps) expect(Number(to) - Number(from) + 1).toBe(Number(n));
  expect(gaps.reduce((sum, [, n]) => sum + Number(n), shownLines)).toBe(totalLines);
});

test('gaps are numbered as the caller counts lines, or not at all', () => {
  const text = log.join('\n');
  expect(fitLines(text, { bytes: 1200, firstLine: 5001 }).text).toMatch(/^\(filtered \d+ lines: 50\d\d-/m);
  expect(fitLines(text, { bytes: 1200, markers: 'plain' }).text).toMatch(/^\(filtered \d+ lines\)$/m);
});

test('one line that is too long shows its beginning and its end', () => {
  const { text } = fitLines(`begin ${'x'.repeat(50_000)} end`, { bytes: 1000 });
  expect(text).toMatch(/^begin x+…\[\+\d+ chars\]…x+ end$/);
  expect(bytesOf(text)).toBeLessThanOrEqual(1000);
});

const lines = fc.array(fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 300 })), {
  maxLength: 120,
});

test('any text is within its budget, and all that is shown whole stands in it', () => {
  fc.assert(
    fc.property(lines, fc.constantFrom('\n', '\r\n'), fc.integer({ min: 60, max: 4000 }), (all, end, bytes) => {
      const text = all.join(end);
      const fitted = fitLines(text, { bytes });
      expect(bytesOf(fitted.text)).toBeLessThanOrEqual(Math.max(bytes, 2));
      const given = new Set(text.split(/\r\n|\r|\n/));
      for (const line of fitted.text.split(/\r\n|\r|\n/)) {
        if (!line.startsWith('(filtered ') && !line.includes('…')) expect(given).toContain(line);
      }
    }),
    { numRuns: 300 },
  );
});

test('two long lines share the room', () => {
  const { text } = fitLines(`${'a'.repeat(5000)}\n${'b'.repeat(5000)}`, { bytes: 2000 });
  expect(bytesOf(text)).toBeLessThanOrEqual(2000);
  for (const line of text.split('\n')) expect(line.length).toBeGreaterThan(900);
});

test('of lines that are all shown, some in part, none is counted twice', () => {
  const text = `${'a'.repeat(5000)}\nb\n${'c'.repeat(5000)}`;
  expect(fitLines(text, { bytes: 2000 })).toMatchObject({ shownLines: 3, totalLines: 3 });
});

const row = (i: number, word = 'line'): string => `${word} ${String(i).padStart(4, '0')}`;
const rows = Array.from({ length: 1000 }, (_, i) => row(i));
/** Counts the lines before the first gap, between gaps, and after the last gap. */
const runs = (text: string): number[] =>
  text.split(/^\(filtered .*\)\n?/m).map((part) => part.split('\n').filter((line) => line !== '').length);

test('the first lines and the last have the same room, and where one line is left it is a first one', () => {
  const text = rows.join('\n');
  const [first, last] = runs(fitLines(text, { bytes: 2000 }).text) as [number, number];
  expect(first + last).toBeGreaterThan(160);
  expect([0, 1]).toContain(first - last);
  // There is room for a marker and one line.
  expect(runs(fitLines(text, { bytes: 55 }).text)).toEqual([1, 0]);
});

test('lines that tell of errors have two fifths of the room, the first and the last share the rest', () => {
  const cause = (i: number): string => String.fromCharCode(97 + (i % 26), 97 + ((i / 26) % 26)).repeat(27);
  const text = rows.map((line, i) => (i > 300 && i % 10 === 0 && i < 700 ? `Error: ${cause(i)}` : line)).join('\n');
  const { text: shown } = fitLines(text, { bytes: 4000 });
  // A line has 63 bytes, and a marker 37.
  const errors = shown.match(/^Error/gm)?.length ?? 0;
  expect(errors).toBeGreaterThan(13);
  expect(errors).toBeLessThan(17);
  const [first, last] = [runs(shown)[0], runs(shown).at(-1)] as [number, number];
  expect([0, 1]).toContain(first - last);
  expect(bytesOf(shown)).toBeGreaterThan(3800);
});

test('lines shown already keep neither the first nor the last from going on', () => {
  const text = rows.map((line, i) => (i === 2 || i === 997 ? row(i, 'Error:') : line)).join('\n');
  const [first, last] = runs(fitLines(text, { bytes: 2000 }).text) as [number, number];
  expect(Math.min(first, last)).toBeGreaterThan(80);
});

test('where the next of the first lines is too long the last ones go on, and the other way round', () => {
  const long = 'x'.repeat(480);
  for (const at of [75, 924]) {
    const text = rows.map((line, i) => (i === at ? long : line)).join('\n');
    const shown = runs(fitLines(text, { bytes: 2000 }).text);
    expect([shown.length, Math.min(...shown)]).toEqual([2, 75]);
    expect(Math.max(...shown)).toBeGreaterThan(95);
  }
});

test('without errors there is one gap at most', () => {
  const plain = fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 10, maxLength: 60 });
  fc.assert(
    fc.property(plain, fc.integer({ min: 60, max: 900 }), (lengths, bytes) => {
      const { text } = fitLines(lengths.map((length) => 'x'.repeat(length)).join('\n'), { bytes });
      expect(text.match(/^\(filtered/gm) ?? []).toSatisfy((gaps: string[]) => gaps.length <= 1);
    }),
  );
});
