import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import { clauses } from '../../../../../src/engine/score/question/clauses.ts';

test.each([
  ['when did the broker drop out, and when was it back?', ['when did the broker drop out', 'when was it back']],
  ['Is the index lost? Which node had it last?', ['Is the index lost', 'Which node had it last']],
  ['Wann lief es zuletzt, und wer hat es gestartet?', ['Wann lief es zuletzt', 'wer hat es gestartet']],
  ['¿Qué índice falta y cuándo se perdió el último?', ['¿Qué índice falta', 'cuándo se perdió el último']],
  ['哪个节点离线了？为什么磁盘满了？', ['哪个节点离线了', '为什么磁盘满了']],
  ['where is the retry and timeout handling', []],
  ['does step No. 5 take long, e.g. more than a minute', []],
  [`a${' '.repeat(100_000)}b`, []],
  ['why did it stop?', []],
])('the questions in "%s"', (question, parts) => {
  expect(clauses(question)).toEqual(parts);
});

test('each part of a question is answered, although the text says much more about one of them', () => {
  const stats = Array.from(
    { length: 300 },
    (_, i) => `keyspace_${i}:hits=${i},errors=0,replies with an error=${i % 3}`,
  );
  stats.splice(150, 0, 'evicted_keys:1690');
  const question = 'Are replies coming back with an error? Does it throw keys out?';
  expect(pruneText({ text: stats.join('\n'), question }).text).toContain('evicted_keys:1690');
});

test('a part that the text answers counts, although the whole question has none of its words', () => {
  const text = Array.from({ length: 200 }, (_, i) => `queue-${i} depth ${(i * 37) % 90}`).join('\n');
  const { text: out, details } = pruneText({ text, question: 'Was it newer than that? Which depth is the largest?' });
  expect(out).not.toContain('no line matches');
  expect(details.score).toBeGreaterThan(0);
});

test('how many there are, as a part, does not show the whole list', () => {
  const text = Array.from({ length: 400 }, (_, i) => `sloop-${i}  ${(i * 7919) % 1000} MB`).join('\n');
  const { details } = pruneText({ text, question: 'How many sloops are there? Which of them is the largest?' });
  expect(details.keptLines.length).toBeLessThan(100);
});
