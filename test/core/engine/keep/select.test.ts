import { describe, expect, test } from 'vitest';
import { atLeastOne, byBudget, byThreshold, cost, type Selection } from '../../../../src/engine/keep/select.ts';
import { toRuns } from '../../../../src/engine/structure/blocks.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

interface Given {
  readonly scores: readonly number[];
  /** Default: ten per line. */
  readonly tokens?: readonly number[];
  readonly evidence?: readonly number[];
  /** The enclosing line of each line. */
  readonly headers?: Readonly<Record<number, number>>;
  readonly markerTokens?: number;
  /** First line of each record. Default: each line is a record. */
  readonly records?: readonly number[];
  readonly aside?: readonly number[];
}

const marks = (n: number, at: readonly number[]): Uint8Array =>
  Uint8Array.from({ length: n }, (_, i) => (at.includes(i) ? 1 : 0));

function selection({
  scores,
  tokens,
  evidence = [],
  headers = {},
  markerTokens = 2,
  records,
  aside = [],
}: Given): Selection {
  const n = scores.length;
  const held = new Uint8Array(n);
  for (const i of evidence) held[i] = 1;
  return {
    lines: splitLines(scores.map((_, i) => `a line too long for a short gap ${i}`).join('\n')),
    scores: Float32Array.from(scores),
    tokens: Int32Array.from(tokens ?? scores.map(() => 10)),
    ...{ markerTokens, evidence: held },
    headers: Int32Array.from({ length: n }, (_, i) => headers[i] ?? -1),
    records: records && toRuns(marks(n + 1, records), n),
    aside: marks(n, aside),
  };
}

const withinBudget = (given: Given, budget: number, threshold = 0): number[] => [
  ...atOnce(byBudget(selection(given), budget, threshold)),
];

describe('by threshold', () => {
  test('a line that reaches the threshold is shown, one just below is not', () => {
    const scores = [0.5, 0, 0, 0.499, 0, 0, 0.501];
    expect([...byThreshold(selection({ scores }), 0.5)]).toEqual([1, 0, 0, 0, 0, 0, 1]);
  });

  test('evidence is shown whatever its score', () => {
    expect([...byThreshold(selection({ scores: [0, 0, 0, 0.5], evidence: [0] }), 0.5)]).toEqual([1, 0, 0, 1]);
  });

  test('all that encloses a line is shown with it, and told apart from what answers', () => {
    const given = { scores: [0, 0, 0, 0, 0, 0, 0.5], headers: { 3: 0, 6: 3 } };
    expect([...byThreshold(selection(given), 0.5)]).toEqual([2, 0, 0, 2, 0, 0, 1]);
    expect([...byThreshold(selection({ ...given, evidence: [3] }), 0.5)]).toEqual([2, 0, 0, 1, 0, 0, 1]);
  });

  test('a single line between two shown is shown rather than marked', () => {
    expect([...byThreshold(selection({ scores: [0.5, 0, 0.5] }), 0.5)]).toEqual([1, 3, 1]);
  });
});

describe('by budget', () => {
  const falling = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

  test('what costs exactly the budget, its marker counted, fits', () => {
    expect(withinBudget({ scores: falling }, 32)).toEqual([1, 1, 1, 0, 0, 0]);
    expect(withinBudget({ scores: falling }, 31)).toEqual([1, 1, 0, 0, 0, 0]);
    expect(withinBudget({ scores: falling }, 60)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(withinBudget({ scores: falling }, 2)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('the best lines come first wherever they stand, equal ones in the order of the text', () => {
    expect(withinBudget({ scores: [0, 0, 0.5, 0.5, 0, 0.5] }, 24)).toEqual([0, 0, 1, 1, 0, 0]);
    expect(withinBudget({ scores: [0, 0, 0.25, 0, 0, 1] }, 12)).toEqual([0, 0, 0, 0, 0, 1]);
    const step = 2 ** -20;
    expect(withinBudget({ scores: [0.5, 0, 0, 0.5 + step, 0, 0] }, 14)).toEqual([0, 0, 0, 1, 0, 0]);
    expect(withinBudget({ scores: [0.5, 0, 0, 0.5 + step / 4, 0, 0] }, 14)).toEqual([1, 0, 0, 0, 0, 0]);
  });

  test('budget that is left is not spent on lines below the threshold', () => {
    expect(withinBudget({ scores: falling }, 60, 0.75)).toEqual([1, 1, 1, 0, 0, 0]);
    expect(withinBudget({ scores: [0.5, 0.25, 0, 0] }, 40, 0.25)).toEqual([1, 1, 0, 0]);
  });

  test('evidence is shown where it alone exceeds the budget', () => {
    expect(withinBudget({ scores: falling, evidence: [2, 3, 5] }, 5)).toEqual([0, 0, 1, 1, 3, 1]);
  });

  test('what encloses a line is paid for with it', () => {
    const given = { scores: [0, 0, 0, 1, 0, 0], headers: { 3: 0 } };
    expect(withinBudget(given, 24, 0.5)).toEqual([2, 0, 0, 1, 0, 0]);
    expect(withinBudget(given, 23, 0.5)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe('room that is left', () => {
  const scores = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

  test('a line too long for it does not keep out shorter ones behind it', () => {
    const tokens = [10, 10, 50, 5, 50, 50];
    expect(withinBudget({ scores, tokens }, 29)).toEqual([1, 1, 0, 1, 0, 0]);
    expect(withinBudget({ scores, tokens }, 28)).toEqual([1, 1, 0, 0, 0, 0]);
  });

  test('a line that ends a gap costs no marker more', () => {
    expect(withinBudget({ scores, tokens: [10, 10, 50, 50, 50, 5] }, 27)).toEqual([1, 1, 0, 0, 0, 1]);
    expect(withinBudget({ scores, tokens: [10, 10, 50, 50, 50, 5] }, 26)).toEqual([1, 1, 0, 0, 0, 0]);
    const rising = scores.toReversed();
    expect(withinBudget({ scores: rising, tokens: [5, 50, 50, 50, 10, 10] }, 27)).toEqual([1, 0, 0, 0, 1, 1]);
    expect(withinBudget({ scores: rising, tokens: [5, 50, 50, 50, 10, 10] }, 26)).toEqual([0, 0, 0, 0, 1, 1]);
  });

  test('a line is left out with its header where the two do not fit, and nothing stays of either', () => {
    const given = { scores: [0.1, 0.2, 0.3, 0.4, 0.9, 0.8, 0.5], tokens: [4, 50, 50, 3, 10, 50, 4], headers: { 3: 0 } };
    expect(withinBudget(given, 25)).toEqual([2, 0, 0, 1, 1, 0, 1]);
    expect(withinBudget(given, 24)).toEqual([1, 0, 0, 0, 1, 0, 1]);
    const near = { scores: [0.9, 0.1, 0.2, 0.3, 0.4, 0.8], tokens: [10, 3, 50, 50, 4, 60], headers: { 4: 1 } };
    expect(withinBudget(near, 21)).toEqual([1, 2, 0, 0, 1, 0]);
    expect(withinBudget(near, 20)).toEqual([1, 1, 0, 0, 0, 0]);
  });

  test('one token or two are not worth a search, three are', () => {
    const tokens = [10, 1, 50, 50, 50, 1];
    const late = [1, 0.1, 0.9, 0.8, 0.7, 0.6];
    expect(withinBudget({ scores: late, tokens }, 15)).toEqual([1, 0, 0, 0, 0, 1]);
    expect(withinBudget({ scores: late, tokens: [10, 1, 50, 50, 50, 50] }, 15)).toEqual([1, 1, 0, 0, 0, 0]);
    expect(withinBudget({ scores: late, tokens: [10, 1, 50, 50, 50, 50] }, 14)).toEqual([1, 0, 0, 0, 0, 0]);
  });

  test('the search ends after four thousand lines', () => {
    const given = (short: number): Given => ({
      scores: Array.from({ length: 4003 }, (_, i) => 1 - i / 5000),
      tokens: Array.from({ length: 4003 }, (_, i) => (i === 0 || i === short ? 10 : 500)),
    });
    expect(withinBudget(given(4000), 40)[4000]).toBe(1);
    expect(withinBudget(given(4001), 40)[4001]).toBe(0);
  });
});

test('a gap that is filled may cost exactly what is left', () => {
  const given = { scores: [1, 0, 0.8, 0, 0.9], tokens: [10, 10, 10, 10, 100] };
  expect(withinBudget(given, 32, 0.5)).toEqual([1, 3, 1, 0, 0]);
  expect(withinBudget(given, 31, 0.5)).toEqual([1, 0, 1, 0, 0]);
});

test('the best line that fits by itself is shown where the gap before it is too long to fill', () => {
  expect(withinBudget({ scores: [1, 0, 0.9, 0, 0, 0], tokens: [10, 50, 10, 50, 50, 50] }, 40)).toEqual([
    1, 0, 1, 0, 0, 0,
  ]);
});

test('what was chosen from can be chosen from again', () => {
  const from = selection({ scores: [0.75, 0, 0, 0.5, 0, 0, 0], evidence: [6] });
  expect([...byThreshold(from, 0.5)]).toEqual([1, 0, 0, 1, 0, 0, 1]);
  expect([...byThreshold(from, 0.75)]).toEqual([1, 0, 0, 0, 0, 0, 1]);
  expect([...atOnce(byBudget(from, 34, 0.5))]).toEqual([1, 0, 0, 1, 0, 0, 1]);
  expect([...atOnce(byBudget(from, 24, 0.5))]).toEqual([1, 0, 0, 0, 0, 0, 1]);
  expect([...from.evidence]).toEqual([0, 0, 0, 0, 0, 0, 1]);
});

test('a cost counts every line shown and a marker for every gap', () => {
  const from = { tokens: Int32Array.from([1, 10, 100, 1000, 10_000]), markerTokens: 0.5 };
  expect(cost(from, Uint8Array.from([1, 0, 0, 1, 0]))).toBe(1002);
  expect(cost(from, Uint8Array.from([0, 1, 2, 0, 3]))).toBe(10_111);
});

test('where no line is chosen the best one is shown, the first of equals', () => {
  const none = () => new Uint8Array(4);
  expect([...atLeastOne(none(), Float32Array.from([0, 0.5, 0.75, 0.75]))]).toEqual([0, 0, 1, 0]);
  expect([...atLeastOne(none(), Float32Array.from([0.5, 0.5, 0, 0]))]).toEqual([1, 0, 0, 0]);
  expect([...atLeastOne(none(), Float32Array.from([0, 0, 0, 1]))]).toEqual([0, 0, 0, 1]);
  expect([...atLeastOne(Uint8Array.from([0, 0, 2, 0]), Float32Array.from([1, 0, 0, 0]))]).toEqual([0, 0, 2, 0]);
});

describe('records', () => {
  const records = [0, 2, 5];

  test('one line that reaches the threshold keeps its record whole', () => {
    expect([...byThreshold(selection({ scores: [0, 0, 0, 0.5, 0, 0, 0, 0], records }), 0.5)]).toEqual([
      ...[0, 0, 1, 1, 1, 0, 0, 0],
    ]);
  });

  test('a line that stands aside is left out of its record, and kept as evidence', () => {
    const given = { scores: [0, 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0, 0, 0], records: [0, 2, 8], aside: [3, 4] };
    expect([...byThreshold(selection(given), 0.5)]).toEqual([0, 0, 1, 0, 0, 1, 1, 1, 0, 0]);
    expect([...byThreshold(selection({ ...given, evidence: [3] }), 0.5)].slice(2, 5)).toEqual([1, 1, 3]);
  });

  test('a budget takes records whole, and the next one that fits where the better one does not', () => {
    const scores = [0.5, 0.5, 0.9, 0.9, 0.9, 0.8, 0.8, 0.8];
    const given = { scores, records, tokens: [6, 6, 10, 10, 10, 10, 10, 10] };
    expect(withinBudget(given, 62)).toEqual([0, 0, 1, 1, 1, 1, 1, 1]);
    expect(withinBudget(given, 61)).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
    expect(withinBudget(given, 72)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });

  test('a record that takes more than half of the budget is cut', () => {
    const given = { scores: [0, 0, 0.9, 0.9, 0.9, 0, 0], records, tokens: [10, 10, 10, 10, 10, 10, 10] };
    expect(withinBudget(given, 34, 0.5)).toEqual([0, 0, 1, 1, 1, 0, 0]);
    expect(withinBudget(given, 26, 0.5)).toEqual([0, 0, 1, 1, 0, 0, 0]);
  });
});
