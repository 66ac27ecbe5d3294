import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { copilotUser } from './copilot-user.ts';
import { ABOUT_SOURCE, LONG_SOURCE, MENDED_LINE, NOTICE, sourceAround, withSource } from './long-source.ts';
import { untilTold } from './until-told.ts';

const SERVERS = '{\n  "mcpServers": {}\n}\n';
/** The host refuses to view more than 20 KB. */
const VIEWED = sourceAround(9400);

test('GitHub Copilot CLI’s own tools give its model what the session is about, and an edit after them works', async () => {
  const { settings, project, file, pruner, ask, files } = withSource(copilotUser(tempDir(), SERVERS), VIEWED);
  const before = files();
  await pruner(
    'init',
    '--copilot',
    '--on',
    '--env',
    'MCP_PRUNER_HOOK_TIMEOUT_MS=5000',
    '--env',
    'MCP_PRUNER_HOOK_CUTS=more',
  );
  writeFileSync(path.join(project, 'long.ts'), LONG_SOURCE);
  const [viewed = '', printed = '', long = '', edited = '', back = ''] = await ask(
    ABOUT_SOURCE,
    [
      { said: 'I look at how a member is added.', tool: 'view', input: { path: file } },
      { tool: 'bash', input: { command: 'cat config.ts; exit 3', description: 'Show how a member is added' } },
      {
        said: 'All of addMember.',
        tool: 'bash',
        input: { command: 'cat long.ts', description: 'Show the other file' },
      },
      { tool: 'edit', input: { path: file, old_str: MENDED_LINE, new_str: '' } },
      ([read = '']) => ({
        tool: 'pruner-artifact',
        input: { ref: NOTICE.exec(read)?.[1], pattern: 'function removeMember' },
      }),
    ],
    '--allow-all-tools',
  );
  expect(viewed).toContain('export function addMember');
  expect(viewed).toContain(
    'does not seem to need: "I look at how a member is added.". A line "*" in .mcp-prunerignore switches this off. All of it: tool artifact, ref="ax:',
  );
  expect(viewed.length).toBeLessThan(VIEWED.length * 0.7);
  // Most of it was in the view above.
  expect(printed).toMatch(
    /\n\[mcp-pruner left out (?:only what was shown before|what this does not seem to need: "Show how)/,
  );
  expect(printed).toMatch(/<shellId: \d+ completed with exit code 3>$/);
  // Of such a long output, the host shows only the beginning and stores the whole in a file.
  expect(long).toMatch(/^\(filtered \d+ lines: 1\d{3}-/m);
  expect(long).toMatch(/^\(lines \d+-\d+ as lines .* above\)$/m);
  expect(long).toContain('does not seem to need: "All of addMember."');
  expect(edited).toContain('updated with changes');
  expect(readFileSync(file, 'utf8')).not.toContain(MENDED_LINE);
  expect(back).toContain('export function removeMember');
  await untilTold(pruner, '\n  view ');
  expect(await pruner('doctor')).toMatch(/PASS +copilot-hooks /);

  await pruner('init', '--uninstall');
  expect(readFileSync(settings, 'utf8')).toBe(SERVERS);
  expect(existsSync(path.join(project, '../.copilot/hooks'))).toBe(before.includes('hooks'));
});

test('without a flag GitHub Copilot CLI lets its model have back what was left out', async () => {
  const { file, pruner, ask } = withSource(copilotUser(tempDir(), SERVERS), VIEWED);
  await pruner(
    'init',
    '--copilot',
    '--on',
    '--env',
    'MCP_PRUNER_HOOK_TIMEOUT_MS=5000',
    '--env',
    'MCP_PRUNER_HOOK_CUTS=more',
  );
  const [viewed = '', back = ''] = await ask(ABOUT_SOURCE, [
    { said: 'I look at how a member is added.', tool: 'view', input: { path: file } },
    ([read = '']) => ({
      tool: 'pruner-artifact',
      input: { ref: NOTICE.exec(read)?.[1], pattern: 'function removeMember' },
    }),
  ]);
  expect(viewed).toMatch(NOTICE);
  expect(back).toContain('export function removeMember');
});
