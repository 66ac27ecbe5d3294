import { expect, test } from 'vitest';
import { pruneText } from '../../../src/engine/embedded.ts';

const list = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `berth ${at} ${at === 40 ? 'vacant' : `taken by boat ${at * 7}`}`).join(
    '\n',
  );

test('a short output that has little of the question is whole: it may answer in other words', () => {
  const question = 'Which berth is free for the visiting schooner?';
  const { text, details } = pruneText({ text: list(110), question });
  expect(details.score).toBeGreaterThan(0);
  expect(details.score).toBeLessThan(0.5);
  expect(text).toBe(list(110));
});

test('a long one is cut, and one that has what was asked for', () => {
  expect(
    pruneText({ text: list(900), question: 'Which berth is free for the visiting schooner?' }).details.changed,
  ).toBe(true);
  expect(pruneText({ text: list(110), question: 'Which berth is vacant?' }).details.changed).toBe(true);
});

test('a limit that was asked for holds', () => {
  const request = { text: list(110), question: 'Which berth is free for the visiting schooner?' };
  expect(pruneText({ ...request, targetRatio: 0.2 }).details.changed).toBe(true);
  expect(pruneText({ ...request, threshold: 0.5 }).details.changed).toBe(true);
});

const BUILD = ['FROM alpine:3.20', ...Array.from({ length: 40 }, (_, at) => `COPY berth-${at}.txt /quay/berth-${at}`)];

test('a short file whose words nobody asked for is whole, too', () => {
  const text = [...BUILD, 'HEALTHCHECK --interval=5s'].join('\n');
  expect(pruneText({ text, question: 'Is it alive?', path: 'Dockerfile' }).text).toBe(text);
});

/** Code with many functions, one of which reads `tide` in words that no question has. */
const CODE = Array.from({ length: 60 }, (_, at) =>
  [
    ...[`export function berth${at}(boat: Boat, quay: Quay): number {`, `  const room${at} = quay.room - boat.length;`],
    ...[at === 30 ? '  const tide = boat.draught * 7 - 4;' : `  quay.note(room${at});`],
    ...[`  if (room${at} < 0) return quay.refuse(boat);`, `  return room${at} * ${at + 2};`, '}', ''],
  ].join('\n'),
).join('\n');

test('of code that a command printed more is shown than of a file that is read', () => {
  const question = 'How does berth30 judge the draught?';
  const printed = pruneText({ text: CODE, question }).details.keptLines;
  const read = pruneText({ text: CODE, question, path: 'src/berths.ts' }).details.keptLines;
  expect(printed.length).toBeGreaterThan(read.length);
  expect(printed).toEqual(expect.arrayContaining([...read]));
  expect(printed.length).toBeLessThan(CODE.split('\n').length / 2);
});
