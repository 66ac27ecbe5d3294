import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import { joinedVerbs } from '../../../../../src/engine/score/question/question.ts';

test.each([
  ['Which call timed out?', 'timeout'],
  ['What happens when it is shutting down', 'shutdown'],
  ['who logs in', 'login'],
  ['where is it cleaned up', 'cleanup'],
  ['how it falls back', 'fallback'],
  ['Was it tried again?', 'retry'],
  ['What is not tracked?', 'untrack'],
  ['Which value is not valid?', 'invalid'],
])('%s: in code it is %s', (question, joined) => {
  expect([...joinedVerbs(question, () => 3)]).toContainEqual([joined, 3]);
});

test('a particle alone, and a verb that is no term, are none', () => {
  expect([...joinedVerbs('out of memory', () => 3)]).toEqual([]);
  expect([...joinedVerbs('is it timed out', () => undefined)]).toEqual([]);
});

test('a question finds the name that code has for its words', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `{"level":"info","event":"exec_ok","call":${at}}`);
  lines[120] = '{"level":"warn","event":"exec_timeout","call":120}';
  const { text } = pruneText({ text: lines.join('\n'), question: 'Which call timed out?' });
  expect(text).toContain('"exec_timeout"');
  expect(text.length).toBeLessThan(lines.join('\n').length / 2);
});
