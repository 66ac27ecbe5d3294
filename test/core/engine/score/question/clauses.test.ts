import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import { clauses } from '../../../../../src/engine/score/question/clauses.ts';

test.each([
  ['when did the broker drop out, and when was it back?', ['when did the broker drop out', 'when was it back?']],
  ['Is the index lost? Which node had it last?', ['Is the index lost', 'Which node had it last?']],
  ['Wann lief es zuletzt, und wer hat es gestartet?', ['Wann lief es zuletzt', 'wer hat es gestartet?']],
  ['where is the retry and timeout handling', []],
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
