import { expect, test } from 'vitest';
import { seededRandom } from '../../seeded-random.ts';
import { costLines } from '../cost-lines.ts';
import { takeLines } from '../take-lines.ts';
import { BASELINE_NAMES, BASELINES, type Baseline } from './baseline.ts';

/** Cost of a line: its characters and its line break. */
const byLength = (_: string, from: number, to: number): number => to - from + 1;

function kept(name: Baseline, text: string, question: string, budget: number): number[] {
  const costed = costLines(text, byLength);
  const mask = takeLines(BASELINES[name](costed, question), costed.costs, budget);
  return [...mask].flatMap((keep, at) => (keep === 1 ? [at + 1] : []));
}

/** Ten lines of two characters, which cost three each. */
const TEN = Array.from({ length: 10 }, (_, at) => `l${at}`).join('\n');

test.each<[Baseline, number, number[]]>([
  ['head', 12, [1, 2, 3, 4]],
  ['head', 14, [1, 2, 3, 4]],
  ['tail', 12, [7, 8, 9, 10]],
  ['middle cut', 12, [1, 2, 9, 10]],
  ['middle cut', 9, [1, 2, 10]],
  ['middle cut', 30, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['head', 0, []],
  ['tail', 2, []],
])('%s takes lines for %i tokens', (name, budget, lines) => {
  expect(kept(name, TEN, 'anything', budget)).toEqual(lines);
});

test('a line that does not fit is skipped, and those behind it are tried', () => {
  const text = 'aa\nthis one is far too long\nbb\ncc';
  expect(kept('head', text, '', 9)).toEqual([1, 3, 4]);
  expect(kept('tail', text, '', 9)).toEqual([1, 3, 4]);
});

test('the middle cut gives both ends as many tokens, not as many lines', () => {
  const text = 'a rather long first line\nb\nc\nd\ne\nf\ng\nh';
  // The first line costs 25, and each other line 2.
  expect(kept('middle cut', text, '', 31)).toEqual([1, 6, 7, 8]);
});

const SEARCHED = [
  ...['use fs', 'const port = 80', 'function listen() {', '  open(port)', '}', ''],
  ...['function retryRequest() {', '  wait(port)', '  send(port)', '}', '', 'end'],
].join('\n');

test.each<[string, number, number[]]>([
  ['the match of the rarest word', 26, [7]],
  ['then the matches of the others', 26 + 16 + 13 + 13 + 13, [2, 4, 7, 8, 9]],
  ['then what is one line away, in the order of the text', 81 + 7, [1, 2, 4, 7, 8, 9]],
  ['all that is one line away', 81 + 7 + 20 + 2 + 1 + 2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['what is two lines away', 113 + 1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
])('grep takes %s', (_, budget, lines) => {
  expect(kept('grep', SEARCHED, 'How does the port retry?', budget)).toEqual(lines);
});

test('grep takes the first lines if no word of the question occurs', () => {
  expect(kept('grep', TEN, 'Where are users deleted?', 6)).toEqual([1, 2]);
  expect(kept('grep', TEN, 'the', 6)).toEqual([1, 2]);
});

test('grep searches for three words at most, the rarest ones', () => {
  const text = ['alpha', 'alpha', 'beta', 'gamma', 'delta', 'delta', 'delta', 'none'].join('\n');
  expect(kept('grep', text, 'alpha beta gamma delta', 23)).toEqual([1, 2, 3, 4]);
  // "delta" is not searched for. Line 5 is taken as the neighbor of line 4.
  expect(kept('grep', text, 'alpha beta gamma delta', 29)).toEqual([1, 2, 3, 4, 5]);
});

test('BM25 takes the best passage of ten lines, then the next', () => {
  const lines = Array.from({ length: 30 }, (_, at) => (at === 24 ? 'parseHttpHeaders()' : 'x'));
  const question = 'where are headers parsed?';
  expect(kept('BM25', lines.join('\n'), question, 9 * 2 + 19)).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  expect(kept('BM25', lines.join('\n'), question, 10 * 2 + 19)).toEqual([
    1,
    ...[21, 22, 23, 24, 25, 26, 27, 28, 29, 30],
  ]);
});

test('no method exceeds its tokens, and none leaves out a line that would still have fitted', () => {
  const next = seededRandom(4);
  const words = ['port', 'retry', 'open', 'request', 'headers', 'x', '', '}', 'a_longer_name_than_others'];
  const pick = (): string => words[Math.floor(next() * words.length)] ?? '';
  for (let round = 0; round < 200; round++) {
    const count = Math.floor(next() * 60);
    const text = Array.from({ length: count }, () => Array.from({ length: 1 + next() * 6 }, pick).join(' ')).join('\n');
    const costed = costLines(text, byLength);
    const budget = Math.floor(next() * 1.1 * costed.total);
    for (const name of BASELINE_NAMES) {
      const order = [...BASELINES[name](costed, `${pick()} ${pick()}`)];
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from(costed.costs, (_, at) => at));
      const mask = takeLines(order, costed.costs, budget);
      const spent = mask.reduce((sum, keep, at) => sum + (keep === 1 ? (costed.costs[at] as number) : 0), 0);
      expect(spent).toBeLessThanOrEqual(budget);
      const left = [...mask].flatMap((keep, at) => (keep === 0 ? [costed.costs[at] as number] : []));
      expect(Math.min(Infinity, ...left)).toBeGreaterThan(budget - spent);
    }
  }
});
