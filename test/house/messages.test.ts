import { expect, test } from 'vitest';
import { type Message, messagesOf } from './messages.ts';
import { filesOf } from './tree.ts';

/** All messages except the vocabulary of tool search. */
const MESSAGES = messagesOf(['src', 'launcher', 'worker'].flatMap(filesOf)).filter(
  ({ file }) => !file.startsWith('launcher/gateway/tool-search/'),
);

const shown = ({ file, line, text }: Message): string => `${file}:${line}: ${text}`;

/** Phrases that are hard to understand, and better ones. */
const RIDDLES: readonly (readonly [RegExp, string])[] = [
  [/\ballowed (?:is|are)\b|[,;] allowed\b/, 'expected …'],
  [/\b(?:are|is|was|were) told\b|\btells? (?:of|apart)\b/, 'report, list, pass'],
  [/\bhad back\b|\bto be had\b|\bcan be had\b/, 'fetch, available'],
  [/\bof our own there are\b|\bnested less deep\b|\bhas no place\b/, 'expected …'],
  [/\banew\b|\bthereof\b|\bwherein\b/, 'again'],
  [/\bstands? (?:beside|behind|more than)\b|\blies (?:in|beside)\b/, 'is, appears'],
  [/\bis no (?:folder|file|object|list|directory)\b/, 'is not a …, expected a …'],
];

test('there are messages', () => {
  expect(MESSAGES.length).toBeGreaterThan(1000);
});

test.each(RIDDLES)('no message has %s', (riddle) => {
  expect(MESSAGES.filter(({ text }) => riddle.test(text)).map(shown)).toEqual([]);
});

test('a message that begins with "cannot" says what was attempted, and after a colon why', () => {
  const attempts = MESSAGES.filter(({ text }) => /^(?:mcp-pruner: )?cannot /.test(text));
  expect(attempts.length).toBeGreaterThan(150);
  // A text without a colon is the beginning of a message: the code appends the reason.
  const lastPart = ({ text }: Message): string => text.trimEnd().split('\n')[0] ?? '';
  expect(attempts.filter((one) => /\.$/.test(lastPart(one))).map(shown)).toEqual([]);
  expect(attempts.filter((one) => /: (?:$|[A-Z][a-z])/.test(one.text)).map(shown)).toEqual([]);
});

test('what is expected comes after the attempt and its value', () => {
  const expecting = MESSAGES.filter(({ text }) => /\bexpected\b/.test(text) && !/^expected\b/.test(text));
  expect(expecting.length).toBeGreaterThan(50);
  expect(
    expecting.filter(({ text }) => !/(?:[:;,.] |… )expected\b|\bnot expected\b|is expected\b/.test(text)).map(shown),
  ).toEqual([]);
});
