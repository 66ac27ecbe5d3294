import { expect, test } from 'vitest';
import { maskedLine } from '../../../launcher/setup/masked-line.ts';

test.each([
  ['  "API_KEY": "hunter2",', '  "API_KEY": "…",'],
  ['env = { GITHUB_TOKEN = "hunter2", MODE = "fast" }', 'env = { GITHUB_TOKEN = "…", MODE = "fast" }'],
  ['"args": ["--api-key", "hunter2", "-v"]', '"args": ["--api-key", "…", "-v"]'],
  ['"url": "https://u:hunter2@h/mcp?key=hunter2&a=1"', '"url": "https://…@h/mcp?key=…&a=…"'],
  ['"Authorization": "Bearer hunter2"', '"Authorization": "…"'],
  ['x ghp_0123456789abcdefghijklmnopqrstuvwxyz', 'x …'],
  ['"command": "/usr/bin/node"', '"command": "/usr/bin/node"'],
])('%j', (line, shown) => {
  expect(maskedLine(line)).toBe(shown);
});
