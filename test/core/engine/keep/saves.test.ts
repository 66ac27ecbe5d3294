import { expect, test } from 'vitest';
import { loadO200k } from '../../../../src/base/tokens/o200k.ts';
import { saves } from '../../../../src/engine/keep/saves.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { marker } from '../../../../src/text/gap-marker.ts';
import { splitLines } from '../../../../src/text/lines.ts';
import { MARKER_TOKENS } from '../../../../src/text/marker-tokens.ts';

interface Given {
  /** Number of words in each line; each word has at least one token. */
  readonly words: readonly number[];
  /** Estimated tokens of each line. */
  readonly tokens: readonly number[];
  readonly keep: readonly number[];
  readonly overheadTokens?: number;
}

const isShorter = ({ words, tokens, keep, overheadTokens }: Given): boolean => {
  const lines = splitLines(words.map((n) => 'ab '.repeat(n)).join('\n'));
  const costed = { lines, tokens: Int32Array.from(tokens), markerTokens: 9, overheadTokens };
  return atOnce(saves(costed, Uint8Array.from(keep)));
};

test('lines are left out only where their marker is estimated to take less', () => {
  const given = { words: [1, 100, 1], keep: [1, 0, 1] };
  expect(isShorter({ ...given, tokens: [5, 10, 5] })).toBe(true);
  expect(isShorter({ ...given, tokens: [5, 9, 5] })).toBe(false);
});

test('lines are left out only where they have more words than their marker takes', () => {
  const given = { tokens: [50, 50, 50, 50], keep: [1, 0, 0, 1] };
  expect(isShorter({ ...given, words: [99, 5, 5, 99] })).toBe(true);
  expect(isShorter({ ...given, words: [99, 5, 4, 99] })).toBe(false);
});

test('each gap has a marker of its own, at the beginning too', () => {
  const given = { tokens: [50, 50, 50, 50], keep: [0, 1, 0, 0] };
  expect(isShorter({ ...given, words: [10, 99, 5, 4] })).toBe(true);
  expect(isShorter({ ...given, words: [9, 99, 5, 4] })).toBe(false);
});

test('a notice behind the text has to be saved as well', () => {
  const given = { words: [9, 10, 9], keep: [1, 0, 1] };
  expect(isShorter({ ...given, tokens: [50, 50, 50], overheadTokens: 0.5 })).toBe(true);
  expect(isShorter({ ...given, tokens: [50, 50, 50], overheadTokens: 1 })).toBe(false);
  expect(isShorter({ ...given, words: [9, 99, 9], tokens: [5, 12, 5], overheadTokens: 2 })).toBe(true);
  expect(isShorter({ ...given, words: [9, 99, 9], tokens: [5, 12, 5], overheadTokens: 3 })).toBe(false);
});

test('no marker takes more tokens than it is counted with, up to as many lines as texts have', async () => {
  const o200k = await loadO200k();
  const max = (style: 'plain' | 'ranges', lines: number): number =>
    o200k(`${marker(lines, 2 * lines - 1, style, 1)}\n`);
  const sizes = [9, 99, 999, 9999, 99_999];
  expect(Math.max(...sizes.map((lines) => max('ranges', lines)))).toBe(MARKER_TOKENS.ranges);
  expect(Math.max(...[...sizes, 9_999_999].map((lines) => max('plain', lines)))).toBe(MARKER_TOKENS.plain);
});
