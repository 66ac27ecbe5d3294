import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LineReason } from '../../../src/engine/pruner.ts';
import { fitKept } from '../../../src/fit/fit-kept.ts';
import type { Measured } from '../../../src/prune-api/measured.ts';

interface Line {
  readonly text: string;
  readonly score: number;
  readonly reason: LineReason;
}

function measuredOf(lines: readonly Line[]): Measured {
  const kept = lines.flatMap(({ reason }, i) => (reason === 'none' ? [] : [i + 1]));
  return {
    ok: true,
    text: '',
    changed: true,
    lineCount: lines.length,
    keptLines: kept,
    scores: lines.map(({ score }) => score),
    reasons: kept.map((line) => lines[line - 1]?.reason ?? 'none'),
    score: 1,
    ...{ tokensIn: 1, tokensOut: 1, questionTokens: 1, kind: null, method: null, engine: null },
    ...{ refusal: null, fallbackReason: null, cache: null },
  };
}

const encoder = new TextEncoder();
const jsonBytes = (text: string): number => encoder.encode(JSON.stringify(text)).length;
const wordy = (i: number, score: number, reason: LineReason = 'match'): Line => ({
  text: `line ${i} says a few words`,
  score,
  reason,
});
const rawOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n');
const shownOf = (lines: readonly Line[], bytes: number, firstLine = 1) =>
  fitKept(rawOf(lines), measuredOf(lines), { bytes, firstLine });

test('the best lines, in their order, and the gaps by the numbers of the text', () => {
  const lines = Array.from({ length: 100 }, (_, i) => wordy(i, i === 20 || i === 70 ? 1 : 0.1));
  expect(shownOf(lines, 165, 11)?.text.split('\n')).toEqual([
    '(filtered 20 lines: 11-30)',
    'line 20 says a few words',
    '(filtered 49 lines: 32-80)',
    'line 70 says a few words',
    '(filtered 29 lines: 82-110)',
  ]);
});

test('errors are shown though others score higher, but not they alone', () => {
  const lines = Array.from({ length: 400 }, (_, i) => wordy(i, i === 390 ? 0.9 : 0.5, i < 300 ? 'evidence' : 'match'));
  const shown = shownOf(lines, 2_000)?.text ?? '';
  expect(shown).toContain('line 0 says');
  expect(shown).toContain('line 390 says');
});

test('lines that are counted in another way are not put together', () => {
  const lines = [wordy(0, 1), wordy(1, 1)];
  expect(fitKept(`${rawOf(lines)}\nthird`, measuredOf(lines), { bytes: 500, firstLine: 1 })).toBeUndefined();
});

test('any text: within the budget, every line its own and kept, every other line in exactly one gap', () => {
  const line = fc.record({
    text: fc
      .oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ maxLength: 2_000 }))
      .map((text) => `.${text.replaceAll(/[\r\n]/g, ' ')}`),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    reason: fc.constantFrom<LineReason>('none', 'none', 'match', 'evidence', 'neighbour'),
  });
  const given = fc.tuple(fc.array(line, { minLength: 1, maxLength: 120 }), fc.integer({ min: 300, max: 5_000 }));
  fc.assert(
    fc.property(given, ([lines, bytes]) => {
      const fitted = shownOf(lines, bytes);
      expect(fitted).toBeDefined();
      const { text = '', shownLines = 0 } = fitted ?? {};
      expect(jsonBytes(text)).toBeLessThanOrEqual(bytes);
      let next = 1;
      let shown = 0;
      for (const one of text.split('\n')) {
        const gap = /^\(filtered (\d+) lines: (\d+)-(\d+)\)$/.exec(one);
        if (gap !== null) {
          expect([Number(gap[2]), Number(gap[3])]).toEqual([next, next + Number(gap[1]) - 1]);
          next += Number(gap[1]);
          continue;
        }
        const own = lines[next - 1];
        expect(own?.reason).not.toBe('none');
        const [head = ''] = one.split('…[+');
        expect(own?.text.startsWith(head)).toBe(true);
        if (!one.includes('…[+')) expect(one).toBe(own?.text);
        shown++;
        next++;
      }
      expect([next, shown]).toEqual([lines.length + 1, shownLines]);
    }),
    { numRuns: 300 },
  );
});
