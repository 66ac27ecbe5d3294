import { expect, test } from 'vitest';
import { treatsCrlf } from '../../../../launcher/tools/grep/ripgrep.ts';

test.each([
  ['a$', true],
  ['(a$|b)', true],
  [String.raw`a\\$`, true],
  [String.raw`\\r$`, true],
  ['a', false],
  [String.raw`\$a`, false],
  [String.raw`\r$`, false],
  ['\r$', false],
  [String.raw`[^\x0D]$`, false],
  [String.raw`\x{d}$`, false],
  [String.raw`\x{000D}$`, false],
  [String.raw`\u000d$`, false],
  [String.raw`\u{d}$`, false],
  [String.raw`\U0000000d$`, false],
])('CRLF is an end only where one is asked for, and no carriage return: %j', (pattern, treated) => {
  expect(treatsCrlf(pattern, false)).toBe(treated);
  expect(treatsCrlf(pattern, true)).toBe(false);
});
