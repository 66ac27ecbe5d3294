import { expect, test } from 'vitest';
import { eachTerm } from '../../../src/session-memory/each-term.ts';

function termsOf(text: string): number[] {
  const terms: number[] = [];
  eachTerm(text, 0, text.length, (term) => terms.push(term));
  return terms;
}

test('words meet in their stem, in lower case', () => {
  for (const words of [
    'parse parses parsed parsing Parse',
    'stop stopped stopping',
    'name names',
    'cache caches caching',
  ]) {
    expect(new Set(termsOf(words)).size, words).toBe(1);
  }
  expect(termsOf('status bus less')).toEqual([...termsOf('status'), ...termsOf('bus'), ...termsOf('less')]);
});

test('a name of several words is a term of its own, however it is written', () => {
  const whole = termsOf('readTimeout');
  expect(whole).toHaveLength(2);
  expect(termsOf('read_timeout')).toEqual(whole);
  expect(termsOf('ReadTimeout')).toEqual(whole);
  expect(termsOf('__read__timeout__')).toEqual(whole);
  expect(whole).toContain(termsOf('timeout')[0]);
  expect(whole).not.toEqual(termsOf('read timeout'));
});

test('the last capital of an acronym begins the next word', () => {
  expect(termsOf('HTTPServer').slice(0, 2)).toEqual([...termsOf('http'), ...termsOf('server')]);
});

test('words that say nothing, short ones and endless ones are no terms', () => {
  expect(termsOf('we see what is in the file')).toEqual([]);
  expect(termsOf('a.b(c)')).toEqual([]);
  expect(termsOf('x'.repeat(65))).toEqual([]);
  expect(termsOf('x'.repeat(64))).toHaveLength(1);
});

test('an ideograph is a term', () => {
  expect(termsOf('設定を読む')).toHaveLength(5);
  expect(termsOf('設定')).toEqual(termsOf('設定を').slice(0, 2));
});

test('a part of a text is read as that part alone', () => {
  const terms: number[] = [];
  eachTerm('timeout retryDelay', 8, 13, (term) => terms.push(term));
  expect(terms).toEqual(termsOf('retry'));
});
