import { expect, test } from 'vitest';
import { pruneText } from '../../../src/engine/embedded.ts';
import { pruneSteps } from '../../../src/engine/prune-steps.ts';
import type { PruneRequest } from '../../../src/engine/pruner.ts';
import type { Document, LineScorer } from '../../../src/engine/score/scorer.ts';

/** A scorer with given best lines (0-based), which records what it was asked. */
function knowing(...best: readonly number[]): LineScorer & { readonly asked: [Document, string][] } {
  const asked: [Document, string][] = [];
  return {
    ...{ name: 'knowing', version: '7', asked },
    score: (document, question) => {
      asked.push([document, question]);
      const { count } = document.lines;
      const scores = Float32Array.from({ length: count }, (_, i) => (best.includes(i) ? 1 : 0));
      return { scores, reasons: new Uint8Array(count), documentScore: 0.5 };
    },
  };
}

const rows = (count: number): string => Array.from({ length: count }, (_, i) => `value of row ${i} here\n`).join('');
const ask = (more: Partial<PruneRequest>): PruneRequest => ({ text: rows(100), question: 'which?', ...more });

test('two lines are kept whole without a look at them, three are looked at', () => {
  const scorer = knowing(0);
  const { text, engine, details } = pruneText(ask({ text: rows(2), path: 'a.csv' }), scorer);
  expect([text, engine, scorer.asked]).toEqual([rows(2), 'embedded', []]);
  expect(details).toMatchObject({ kind: 'data', method: 'knowing/7', score: 1, changed: false, keptLines: [1, 2] });
  pruneText(ask({ text: rows(3) }), scorer);
  expect(scorer.asked).toHaveLength(1);
});

test('a kind that is given is believed, another is told by the text and its path', () => {
  const kindsOf = (more: Partial<PruneRequest>): unknown[] => {
    const scorer = knowing(50);
    const { details } = pruneText(ask(more), scorer);
    const [[document, question]] = scorer.asked as [[Document, string]];
    return [document.kind, document.path, document.lines.count, question, details.kind, details.method];
  };
  expect(kindsOf({ kind: 'search', path: 'a.csv' })).toEqual([
    ...['search', 'a.csv', 100, 'which?', 'search', 'knowing/7'],
  ]);
  expect(kindsOf({ path: 'a.csv' })).toEqual(['data', 'a.csv', 100, 'which?', 'data', 'knowing/7']);
});

test('a scorer that works in steps is asked for those', () => {
  const scorer: LineScorer = {
    ...knowing(0),
    *steps(document, question) {
      yield 7;
      return knowing(60).score(document, question);
    },
  };
  expect(pruneText(ask({ kind: 'data' }), scorer).details.keptLines).toContain(61);
  expect(pruneText(ask({ kind: 'data' }), scorer).details.keptLines).not.toContain(1);
});

test('evidence is kept beside what answers, and is told apart from it', () => {
  const { details } = pruneText(ask({ kind: 'data', failed: true }), knowing(50));
  expect(details.keptLines).toEqual([51, ...Array.from({ length: 10 }, (_, i) => 91 + i)]);
  expect(details.reasons[99]).toBe('evidence');
  expect(details.reasons[50]).not.toBe('evidence');
  expect(pruneText(ask({ kind: 'data' }), knowing(50)).details.keptLines).toEqual([51]);
});

test('the first line is kept where it is asked for, and is evidence where it was that before', () => {
  const first = (text: string, keepFirstLine?: boolean): unknown[] => {
    const { keptLines, reasons } = pruneText(ask({ text, kind: 'log', keepFirstLine }), knowing(50)).details;
    return [keptLines[0], reasons[0]];
  };
  const error = `Error: it is lost\n${rows(100)}`;
  expect(first(rows(100), true)).toEqual([1, 'first']);
  expect(first(rows(100))[0]).toBe(51);
  expect(first(error, true)).toEqual([1, 'evidence']);
  // The three lines before an error are evidence too.
  const late = ask({ text: rows(4) + error, kind: 'log', keepFirstLine: true });
  expect(pruneText(late, knowing(50)).details.reasons.slice(0, 2)).toEqual(['first', 'evidence']);
});

test('the scores of a diff are those of its hunks', () => {
  const hunk = (at: number): string =>
    `@@ -${at},3 +${at},3 @@\n-const a${at} = 1;\n+const a${at} = 2;\n const b = 1;\n`;
  const text = `--- a/x.ts\n+++ b/x.ts\n${[10, 20, 30, 40, 50, 60].map(hunk).join('')}`;
  const kept = (kind: 'diff' | 'data') => pruneText(ask({ text, kind }), knowing(11)).details.keptLines;
  expect(kept('diff')).toEqual(expect.arrayContaining([11, 12, 13, 14]));
  expect(kept('data')).not.toContain(11);
});

test('a tenth of the text is what splitting it takes', () => {
  const request = ask({ text: rows(1000) });
  expect(pruneSteps(request, knowing(0)).next().value).toBeCloseTo(request.text.length / 10, 5);
});
