import { expect, test } from 'vitest';
import { isHooked } from '../../../../launcher/cli/discover/read-session.ts';

test.for([
  ['claude-code', 'Read', 'Write'],
  ['claude-code', 'mcp__github__list_issues', 'Agent'],
  ['codex', 'exec_command', 'exec'],
  ['codex', 'write_stdin', 'apply_patch'],
  ['gemini-cli', 'search_file_content', 'replace'],
  ['opencode', 'grep', 'edit'],
  ['copilot-cli', 'task', 'edit'],
] as const)('in %s results of %s can be shortened by hooks, those of %s cannot', ([format, hooked, whole]) => {
  expect([hooked, whole].map((tool) => isHooked(format, { tool, text: 'a' }))).toEqual([true, false]);
});

test('of a format that no host writes, all results count', () => {
  expect(isHooked('swe-agent', { tool: 'open', text: 'a' })).toBe(true);
});

test('a result that Codex itself has cut is left whole by its hook', () => {
  const cut = 'Warning: truncated output (original token count: 12181)\nTotal output lines: 547\n\na.ts:1: a\n';
  expect(isHooked('codex', { tool: 'exec_command', text: cut })).toBe(false);
});
