import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { ABOUT_SOURCE, withSource } from './long-source.ts';
import { opencodeUser } from './opencode-user.ts';
import { untilTold } from './until-told.ts';

const SETTINGS = '{\n  // mine\n  "$schema": "https://opencode.ai/config.json",\n  "autoupdate": false\n}\n';

/** In a new home, opencode first installs a package. */
const TIMEOUT = 240_000;

test('after init alone results come as they are, and what shortening them would spare is told', {
  timeout: TIMEOUT,
}, async () => {
  const { file, pruner, ask } = withSource(opencodeUser(tempDir(), SETTINGS));
  await pruner('init', '--opencode', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000', '--env', 'MCP_PRUNER_HOOK_CUTS=more');
  const [read = ''] = await ask(ABOUT_SOURCE, [{ tool: 'read', input: { filePath: file } }]);
  expect(read).not.toContain('mcp-pruner left out');
  expect(read).toContain('export function removeMember');
  expect(await untilTold(pruner, 'What shadow mode measured')).toContain('of 1 result 1 would have been shortened');
});

test('tools that change nothing run unasked after --allow, where your settings ask for all, and bash does not', {
  timeout: TIMEOUT,
}, async () => {
  const { file, pruner, ask } = withSource(opencodeUser(tempDir(), '{ "permission": { "*": "ask" } }\n'));
  await pruner('init', '--opencode', '--allow', '--env', 'MCP_PRUNER_TOOLS=all');
  const [read = '', printed = ''] = await ask(ABOUT_SOURCE, [
    { tool: 'pruner_read', input: { file_path: file, context_focus_question: 'How is a member added?' } },
    { tool: 'pruner_bash', input: { command: 'echo ran' } },
  ]);
  expect(read).toContain('export function addMember');
  expect(printed).not.toContain('ran\n');
});
