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
  expect([isHooked(format, hooked), isHooked(format, whole)]).toEqual([true, false]);
});

test('of a format that no host writes, all results count', () => {
  expect(isHooked('swe-agent', 'open')).toBe(true);
});
