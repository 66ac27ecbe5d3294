import { expect, test } from 'vitest';
import { withoutTags } from '../../../src/unasked/call-question.ts';

test.each([
  ['<system-reminder>a</system-reminder>do it', ' do it'],
  ['<command-name>/x</command-name><command-args>do it</command-args>', '  do it '],
  ['a <system-reminder> that is open', 'a <system-reminder> that is open'],
  ['<command-message>a <system-reminder></command-message>b', ' b'],
])('%s', (text, own) => {
  expect(withoutTags(text)).toBe(own);
});

test('tags that do not end took time in the square of their number', () => {
  const text = '<system-reminder>'.repeat(100_000);
  expect(withoutTags(text)).toBe(text);
});
