import { expect, test } from 'vitest';
import { foldRepeats, type Repeats } from '../../../../src/engine/keep/fold-repeats.ts';
import { splitLines } from '../../../../src/text/lines.ts';

/** Returns the lines (0-based) that remain of the kept ones. By default all lines are kept. */
function left(texts: readonly string[], more: Partial<Omit<Repeats, 'lines'>> & { readonly keep?: Uint8Array } = {}) {
  const lines = splitLines(texts.join('\n'));
  const { keep = new Uint8Array(lines.count).fill(1), ...rest } = more;
  const none = { scores: new Float32Array(lines.count), evidence: new Uint8Array(lines.count) };
  foldRepeats({ lines, kind: 'prose', ...none, ...rest }, keep);
  return [...keep.keys()].filter((i) => keep[i] !== 0);
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const same = (count: number): string[] => range(0, count).map(() => 'same');

test('a line said twenty times shows four times and the last time, one said nineteen times every time', () => {
  expect(left(same(20))).toEqual([0, 1, 2, 3, 19]);
  expect(left(same(19))).toEqual(range(0, 19));
  expect(left([...same(19), 'another'])).toEqual(range(0, 20));
  expect(left(['first', ...same(20), 'last'])).toEqual([0, 1, 2, 3, 4, 20, 21]);
});

test('only lines that are kept count as said again', () => {
  const keep = new Uint8Array(24).fill(1);
  keep.fill(0, 0, 5);
  expect(left(same(24), { keep })).toEqual(range(5, 24));
  const less = new Uint8Array(25).fill(1);
  less.fill(0, 0, 5);
  expect(left(same(25), { keep: less })).toEqual([5, 6, 7, 8, 24]);
});

test('two lines in turn are folded each in a log, and in nothing else', () => {
  const two = range(0, 40).map((i) => (i % 2 === 0 ? 'even' : 'odd'));
  expect(left(two, { kind: 'log' })).toEqual([...range(0, 8), 38, 39]);
  expect(left(two)).toEqual(range(0, 40));
});

test('in a log lines are alike but for their numbers, elsewhere they are not', () => {
  const numbered = range(0, 30).map((i) => `step ${i * 7} of ${10 ** (i % 9)} done`);
  expect(left(numbered, { kind: 'log' })).toEqual([0, 1, 2, 3, 29]);
  expect(left(numbered)).toEqual(range(0, 30));
});

test.each([
  ['0', '9'],
  ['12', '3'],
])('%s and %s are numbers both', (one, other) => {
  expect(
    left(
      range(0, 20).map((i) => (i === 10 ? `a ${other}` : `a ${one}`)),
      { kind: 'log' },
    ),
  ).toEqual([0, 1, 2, 3, 19]);
});

test.each([
  ['a:1', 'a;1'],
  ['a/1', 'a.1'],
  ['a1b1', 'a1b'],
  ['a 1', 'a x'],
  ['1 1', '1'],
  ['1 a', ' a'],
  ['a/', 'a1'],
  ['a:', 'a1'],
  ['ab', 'ba'],
])('lines of a log that differ by more than a number are told apart: %j and %j', (one, other) => {
  const lines = [...range(0, 10).map(() => one), other, ...range(0, 10).map(() => one)];
  expect(left(lines, { kind: 'log' })).toEqual([0, 1, 2, 3, 10, 20]);
});

test('the line among many alike that is the better answer is never folded away', () => {
  const scores = new Float32Array(20).fill(0.5);
  scores[10] = 0.5105;
  scores[12] = 0.5095;
  expect(left(same(20), { scores })).toEqual([0, 1, 2, 3, 10, 19]);
});

test('an error is shown however often it comes', () => {
  const evidence = new Uint8Array(20);
  evidence[10] = 1;
  expect(left(same(20), { evidence })).toEqual([0, 1, 2, 3, 10, 19]);
});

test.each(['', ' ', '\t'])('blank lines are left where they hold others apart: %j', (blank) => {
  expect(left([...range(0, 30).map(() => blank), 'end'])).toEqual(range(0, 31));
});

test('lines of a single sign are folded like any other', () => {
  expect(left(range(0, 20).map(() => '!'))).toEqual([0, 1, 2, 3, 19]);
});
