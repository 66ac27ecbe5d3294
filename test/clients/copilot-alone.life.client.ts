import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readHookNotice } from '../../src/text/hook-notice.ts';
import { tempDir } from '../support/temp-dir.ts';
import { copilotUser } from './copilot-user.ts';
import { ROOT } from './installed.ts';
import { ABOUT_SOURCE, LONG_SOURCE, SHORTER_SOURCE, withSource } from './long-source.ts';

/** The host refuses to view more than 20 KB. */
const VIEWED = SHORTER_SOURCE.slice(0, 16_000).replace(/[^\n]*$/, '');
/** The same text with other names. */
const OTHER = VIEWED.replaceAll('Member', 'Entry');

/** Creates a repository with the hook of docs/hooks-by-host.md, and a user without our server. */
function repository() {
  const home = tempDir();
  const user = withSource(
    copilotUser(home, '{}', { TMPDIR: home, MCP_PRUNER_HOOK_TIMEOUT_MS: '5000', MCP_PRUNER_HOOK_CUTS: 'more' }),
    VIEWED,
  );
  rmSync(user.settings);
  const [, hook = ''] = /```json\n(.*?)```/s.exec(readFileSync(`${ROOT}docs/hooks-by-host.md`, 'utf8')) ?? [];
  const hooks = path.join(user.project, '.github/hooks');
  mkdirSync(hooks, { recursive: true });
  writeFileSync(path.join(hooks, 'mcp-pruner.json'), hook.replace('"mcp-pruner ', `"node '${ROOT}dist/index.js' `));
  return { home, ...user };
}

/** Returns the lines of a text that its shortened form replaces by the first long gap. */
function gapIn(shown: string, text: string) {
  const found = [...shown.matchAll(/^\(filtered \d+ lines: (\d+)-(\d+)\)$/gm)].map(([, ...ends]) => ends.map(Number));
  const [from = 0, to = 0] = found.find(([first = 0, last = 0]) => last - first > 80) ?? [];
  const range = [from, Math.min(to, from + 120)] as const;
  return {
    range,
    lines: text
      .split('\n')
      .slice(range[0] - 1, range[1])
      .join('\n'),
  };
}

test('without a server, the hook of a repository gives GitHub Copilot what the session is about, and files with the rest', async () => {
  const { home, project, file, ask } = repository();
  writeFileSync(path.join(project, 'long.ts'), LONG_SOURCE);
  writeFileSync(path.join(project, 'other.ts'), OTHER);
  const [viewed = '', printed = '', long = '', ofView = '', ofPrinted = '', ofLong = ''] = await ask(
    ABOUT_SOURCE,
    [
      { said: 'I look at how a member is added.', tool: 'view', input: { path: file } },
      { tool: 'bash', input: { command: 'cat other.ts', description: 'Show how an entry is added' } },
      { said: 'All of styleOf.', tool: 'bash', input: { command: 'cat long.ts', description: 'Show the other' } },
      ([read = '']) => ({ tool: 'view', input: { path: readHookNotice(read), view_range: gapIn(read, VIEWED).range } }),
      ([, read = '']) => ({
        tool: 'view',
        input: { path: readHookNotice(read), view_range: gapIn(read, OTHER).range },
      }),
      ([, , read = '']) => {
        const [from, to] = gapIn(read, LONG_SOURCE).range;
        const command = `sed -n ${from},${to}p ${readHookNotice(read)}`;
        return { tool: 'bash', input: { command, description: 'Show the rest' } };
      },
    ],
    '--trust-folder',
  );
  expect(viewed).toContain('export function addMember');
  expect(viewed).toContain(
    'does not seem to need: "I look at how a member is added.". A line "*" in .mcp-prunerignore switches this off. All of it: file "',
  );
  expect(readHookNotice(viewed)).toBe(file);
  expect(viewed.length).toBeLessThan(VIEWED.length * 0.7);
  expect(printed).toContain('does not seem to need: "Show how an entry is added"');
  expect(printed).toMatch(/<shellId: \d+ completed with exit code 0>$/);
  expect(long).toContain('export function styleOf');
  expect(long).toContain('does not seem to need: "All of styleOf."');
  expect(ofView).toContain(gapIn(viewed, VIEWED).lines);
  expect(ofPrinted).toContain(gapIn(printed, OTHER).lines);
  expect(ofLong).toContain(gapIn(long, LONG_SOURCE).lines.trim());
  for (const read of [ofView, ofPrinted, ofLong]) expect(read).not.toContain('mcp-pruner left out');
  // The hook writes nothing here, only the files with the whole texts.
  expect(existsSync(path.join(home, '.mcp-pruner'))).toBe(false);
});
