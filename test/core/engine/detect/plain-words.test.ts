import { expect, test } from 'vitest';
import { hasPlainWords } from '../../../../src/engine/detect/plain-words.ts';

test.each([
  ['five words of a sentence', false],
  ['five words of a sentence follow', true],
  ['  (five) "words", of a sentence. follow', true],
  ['five words of  a sentence that goes on and', true],
  ['five words of  a sentence that goes on', false],
  ['const five = words(of, a, sentence, here)', false],
  ['fünf Wörter eines Satzes folgen hier', true],
  ['five words of a sentence ', true],
  ['', false],
  ['\u2019 \u2019 \u2019 \u2019 \u2019 ', true],
  ['\u201c \u201c \u201c \u201c \u201c ', false],
  ['\ud83d\ude00 \ud83d\ude00 \ud83d\ude00 \ud83d\ude00 \ud83d\ude00 ', false],
])('%j: %s', (line, expected) => {
  expect(hasPlainWords(line)).toBe(expected);
});

test('it tells the same as the pattern that it stands for', () => {
  const pattern = /(?:[A-Za-z\u00c0-\u2019'",.()`*-]+ ){5}/;
  const chunks = ['a', 'Word', ' ', ' ', ' ', ',', '1', '_', 'é', '\u2019', '\u201a', '=', '(b)'];
  let state = 7;
  for (let round = 0; round < 5000; round++) {
    let line = '';
    for (let n = 0; n < 24; n++) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      line += chunks[(state >>> 16) % chunks.length];
    }
    expect(hasPlainWords(line), line).toBe(pattern.test(line));
  }
});
