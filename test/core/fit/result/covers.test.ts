import { expect, test } from 'vitest';
import { covers } from '../../../../src/fit/result/structured-as-text.ts';

test.each([
  ['a number inside of another', ['10 files'], { total: 1 }],
  ['a number that stands for something else', ['took 3 s'], { failures: 3 }],
  ['a word that is in any text', ['is it true?'], { deleted: true }],
  ['an empty list', ['no matches'], { matches: [] }],
  ['a part of a version', ['v1.14.2'], { version: '1.14' }],
])('a text does not say what structured content says: %s', (_what, texts, structured) => {
  expect(covers(texts, structured)).toBe(false);
});

test.each([
  ['values beside their keys', ['Temperature: 22.5°C, humidity 65%'], { temperature: 22.5, humidity: 65 }],
  ['words', ['renamed to report.md.'], { path: 'report.md' }],
  ['its JSON, written otherwise', ['{ "b": [1], "a": null }'], { a: null, b: [1] }],
  ['nothing', ['done'], {}],
])('a text says what structured content says: %s', (_what, texts, structured) => {
  expect(covers(texts, structured)).toBe(true);
});
