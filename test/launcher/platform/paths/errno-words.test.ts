import { expect, test } from 'vitest';
import { errnoWords } from '../../../../launcher/platform/paths/errno-words.ts';

test.each([
  [Object.assign(new Error('listen EADDRINUSE 127.0.0.1'), { code: 'EADDRINUSE' }), 'another program listens there'],
  [Object.assign(new Error('ENODATA: no data'), { code: 'ENODATA' }), 'ENODATA: no data'],
  [Object.assign(new Error('refused'), { code: 'constructor' }), 'refused'],
  [new Error('what it says'), 'what it says'],
  ['a string', 'a string'],
  [undefined, 'undefined'],
])('%s is told as "%s"', (error, words) => {
  expect(errnoWords(error)).toBe(words);
});
