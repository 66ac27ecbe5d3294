import { expect, test } from 'vitest';
import { withCrlfEnds } from '../../../../launcher/tools/grep/ripgrep.ts';

test.each([
  ['foo$', 'foo(?:\r?$)'],
  [String.raw`a\$.\.$`, `a\\$[^\r\n]\\.(?:\r?$)`],
  [String.raw`\s+\d\W\pL\P{Greek}$`, `[\\s--\r]+\\d[\\W--\r][\\pL--\r][\\P{Greek}--\r](?:\r?$)`],
  ['[^a$.]$', '[[^a$.]--\r](?:\r?$)'],
  ['[]a][^]a]$', '[[]a]--\r][[^]a]--\r](?:\r?$)'],
  [String.raw`[[:space:]\]x]$`, `[[[:space:]\\]x]--\r](?:\r?$)`],
  ['[a', '[[a--\r]'],
])('%j ends at CRLF too', (pattern, written) => {
  expect(withCrlfEnds(pattern)).toBe(written);
});
