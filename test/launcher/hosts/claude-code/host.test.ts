import { expect, test } from 'vitest';
import { claudeHooks } from '../../../../launcher/hosts/claude-code/host.ts';

/** Returns the tools for which an event's hook is called. As in Claude Code, the pattern must match the whole name. */
function called(event: string, server: string, ...tools: readonly string[]): readonly string[] {
  const [item] = claudeHooks(server)[event] ?? [];
  const { matcher = '' } = (item ?? {}) as { readonly matcher?: string };
  return tools.filter((tool) => new RegExp(`^(?:${matcher})$`).test(tool));
}

test.each([
  ['pruner', 'mcp__pruner__'],
  ['plugin:mcp-pruner:pruner', 'mcp__plugin_mcp-pruner_pruner__'],
])('the folder is told before calls of our tools, and their results are not sent back: %s', (server, prefix) => {
  const ours = ['read', 'bash', 'grep'].map((tool) => prefix + tool);
  const others = [`${prefix}artifact`, 'Read', 'mcp__files__read'];
  expect(called('PreToolUse', server, ...ours, ...others)).toEqual(ours);
  expect(called('PostToolUse', server, ...ours, ...others)).toEqual(['Read', 'mcp__files__read']);
});
