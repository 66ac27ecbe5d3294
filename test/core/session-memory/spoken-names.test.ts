import { expect, test } from 'vitest';
import { spokenNames } from '../../../src/session-memory/spoken-names.ts';

test.each([
  ['identifiers', 'Mend update_refund, parseConfig and HTTP_PORT', ['HTTP_PORT', 'parseConfig', 'update_refund']],
  ['members and paths', 'See Store.get in src/a.ts:', ['src/a.ts', 'Store.get']],
  ['calls and scopes', 'It is close() of io::Stream.', ['io::Stream', 'close']],
  ['numbers of three digits', 'Why 404 for 12 of them?', ['404']],
  ['quoted words', 'It says "not found" and `a b`', ['a b', 'not found']],
  ['no words of plain language', 'I look at how a refund is updated. Then I go on.', []],
  ['no apostrophes', "It's what the agent doesn't say", []],
])('names are %s', (_, text, names) => {
  expect(spokenNames(text)).toEqual(names);
});

test('of a thousand names the newest are taken, each once', () => {
  const names = spokenNames(Array.from({ length: 1000 }, (_, at) => `name_${at % 500}`).join(' '));
  expect(names).toHaveLength(64);
  expect(names[0]).toBe('name_499');
});

test('long runs of marks, which a line of a table has, hold no name', () => {
  for (const mark of '-./:~@') expect(spokenNames(mark.repeat(8000))).toEqual([]);
  expect(spokenNames('It took 12.5 of 1:30')).toEqual([]);
});
