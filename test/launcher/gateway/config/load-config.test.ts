import { expect, test } from 'vitest';
import { issueLines } from '../../../../launcher/gateway/config/load-config.ts';
import { parseText } from '../../../../launcher/gateway/config/parse-text.ts';

const TEXT = `{
  "mcpServers": {
    "a": {},
    "ab": {
      "comm": 1,
      "args": ["1",
        2]
    }
  }
}`;

test.each([
  ['a value', 'mcpServers.ab.args[1]', 7],
  ['a missing value, beside a key with which its name begins', 'mcpServers.ab.command', 4],
  ['a missing server, beside one with which its name begins', 'mcpServers.abc', 2],
  ['a path outside of all keys', 'approve', 1],
])('the line of %s', (_, path, line) => {
  const parsed = parseText(TEXT);
  if (!parsed.ok) throw new Error('expected JSON');
  expect(issueLines(parsed.root, TEXT)(path)).toBe(line);
});
