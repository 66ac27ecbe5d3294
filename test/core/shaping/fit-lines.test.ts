import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitLines } from '../../../src/shaping/fit-lines.ts';

const bytesOf = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;
const log = Array.from({ length: 1000 }, (_, i) => (i === 500 ? 'Error: lost the connection' : `step ${i} done`));

test('a text that fits is left as it is', () => {
  expect(fitLines('a\nb\n', { bytes: 100 })).toEqual({ text: 'a\nb\n', shownLines: 2, totalLines: 2 });
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
