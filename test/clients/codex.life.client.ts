import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { codexUser } from './codex-user.ts';
import { ABOUT_SOURCE, MENDED_LINE, SHORTER_SOURCE, withSource } from './long-source.ts';
import { untilTold } from './until-told.ts';

test('the code of Codex’s default model reads with a question, gets the rest back and patches, and all can be taken out', async () => {
  const { codexHome, settings, file, pruner, trustHooks, ask } = withSource(codexUser(tempDir()));
  const before = readFileSync(settings, 'utf8');
  await pruner(
    'init',
    '--codex',
    '--on',
    '--env',
    'MCP_PRUNER_HOOK_TIMEOUT_MS=5000',
    '--env',
    'MCP_PRUNER_HOOK_CUTS=more',
  );
  await trustHooks();
  const whole =
    /^INFO +codex-hooks +results of Codex’s own tools stay whole: its model "gpt-[^"]+" runs commands inside scripts/m;
  expect(await pruner('doctor')).toMatch(whole);
  const [printed = '', read = '', patched = '', back = ''] = await ask(ABOUT_SOURCE, [
    { tool: 'exec_command', input: { cmd: 'cat config.ts', yield_time_ms: 20_000 } },
    { tool: 'mcp__pruner__read', input: { file_path: 'config.ts', context_focus_question: 'How is a member added?' } },
    { tool: 'apply_patch', input: `*** Begin Patch\n*** Update File: config.ts\n@@\n-${MENDED_LINE}*** End Patch\n` },
    ([, read = '']) => ({
      tool: 'mcp__pruner__artifact',
      input: { ref: /artifact ref="(ax:[^"]+)"/.exec(read)?.[1], pattern: 'function removeMember' },
    }),
  ]);
  for (const text of [printed, read]) expect(text).toContain('export function addMember');
  expect(read.length).toBeLessThan(SHORTER_SOURCE.length / 2);
  expect(patched).toMatch(/^Script completed\n/);
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);
  expect(back).toContain('export function removeMember');
  await untilTold(pruner, '\n  read ');

  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(before);
  expect(existsSync(path.join(codexHome, 'hooks.json'))).toBe(false);
});
