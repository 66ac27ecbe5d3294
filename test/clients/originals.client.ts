import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { claudeUser } from './claude-user.ts';
import { geminiUser } from './gemini-user.ts';
import { ABOUT_SOURCE, LONG_SOURCE } from './long-source.ts';
import { opencodeUser } from './opencode-user.ts';

/** In a new home, opencode first installs a package. */
const TIMEOUT = 240_000;
const ALLOWED = { permissions: { allow: ['Bash(cat:*)'] } };
const LAST_LINE = LONG_SOURCE.trimEnd().split('\n').at(-1) as string;
const FILE = /file "([^"]+)"/;

test.each([
  [
    'denied in the settings',
    { ...ALLOWED, permissions: { ...ALLOWED.permissions, deny: ['mcp__pruner__artifact'] } },
    [],
  ],
  ['denied by an option', ALLOWED, ['--disallowedTools', 'mcp__pruner__artifact']],
])(
  'where artifact is %s, Claude Code’s own Read opens what a notice names',
  { timeout: TIMEOUT },
  async (_, given, flags) => {
    const { project, pruner, talk } = claudeUser(tempDir(), JSON.stringify(given));
    writeFileSync(path.join(project, 'config.ts'), LONG_SOURCE);
    await pruner('init', '--claude-code', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
    const all = LONG_SOURCE.split('\n').length;
    const turns = [
      { said: 'I look at how a member is added.', tool: 'Bash', input: { command: 'cat config.ts' } },
      ([shown = '']: readonly string[]) => ({
        tool: 'Read',
        input: { file_path: FILE.exec(shown)?.[1] ?? 'none', offset: all - 20 },
      }),
    ];
    const last = (await talk(ABOUT_SOURCE, turns, ...flags)).at(-1);
    const sent = JSON.stringify(last?.body['messages']);
    expect(sent.includes('mcp-pruner left out')).toBe(true);
    expect(sent.includes(`${JSON.stringify(LAST_LINE).slice(1, -1)}`)).toBe(true);
    expect(sent.includes('requested permissions')).toBe(false);
    if (flags.length === 0) expect(sent.includes('tool artifact, ref=')).toBe(false);
  },
);

const LINES = Array.from({ length: 4000 }, (_, at) => `line ${at} is about member ${at * 7} of ${at * 13}`);

test.each([
  ['gemini', (home: string) => geminiUser(home, '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }')],
  ['opencode', (home: string) => opencodeUser(home, '{}')],
])('%s is given whole pages of an artifact', { timeout: TIMEOUT }, async (name, open) => {
  const { project, pruner, ask } = open(tempDir());
  writeFileSync(path.join(project, 'members.txt'), LINES.join('\n'));
  await pruner('init', `--${name}`, '--allow');
  const prefix = name === 'gemini' ? 'mcp_pruner_' : 'pruner_';
  const input = { file_path: 'members.txt', context_focus_question: 'Which line is about member 700?' };
  const [, page = ''] = await ask('Who is member 700?', [
    { tool: `${prefix}read`, input },
    ([shown = '']) => ({ tool: `${prefix}artifact`, input: { ref: /ax:\/\/[\w/]+/.exec(shown)?.[0] ?? '' } }),
  ]);
  expect(page.length).toBeGreaterThan(9000);
  expect(page).toContain(LINES[200]);
});
