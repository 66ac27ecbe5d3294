import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolResultsOf } from '../support/scripted-model/anthropic.ts';
import type { ModelRequest, Said, Turn } from '../support/scripted-model/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import { CLAUDE, type ClaudeUser, claudeUser } from './claude-user.ts';
import { ROOT } from './installed.ts';
import { ABOUT_SOURCE, LONG_SOURCE, MENDED_LINE, sourceAround, withSource } from './long-source.ts';

/** Milliseconds for a few sessions on a busy machine. */
const TIMEOUT = 180_000;
/** The notice below a shortened result, with the file that has the whole. */
const NOTICE = /\[mcp-pruner left out .* All of it: file "([^"]+)"/;
/** Claude Code moves outputs of more than 30,000 characters to a file. */
const PRINTED = sourceAround(12_000);
const SAID = 'I look at how addMember places the comma.';

interface ModUser extends ClaudeUser {
  readonly home: string;
  readonly file: string;
}

/**
 * Installs the plugin as a user does: from a marketplace, which here is a copy of the repository's own. Files are cut too.
 */
async function installedUser(own: object = {}): Promise<ModUser> {
  const settings = { env: { MCP_PRUNER_HOOK_CUTS: 'more' }, ...own };
  const home = tempDir();
  const user = withSource(claudeUser(home, `${JSON.stringify(settings, null, 2)}\n`), LONG_SOURCE);
  const marketplace = path.join(home, 'marketplace');
  for (const part of ['.claude-plugin', 'plugins'])
    cpSync(`${ROOT}${part}`, path.join(marketplace, part), { recursive: true });
  await user.run([CLAUDE, 'plugin', 'marketplace', 'add', marketplace]);
  await user.run([CLAUDE, 'plugin', 'install', 'mcp-pruner@mcp-pruner']);
  return { ...user, home };
}

/** Installs the plugin, and switches it on. */
async function onUser(settings: object = {}): Promise<ModUser> {
  const user = await installedUser(settings);
  await user.talk('/pruner on', []);
  return user;
}

const resultsOf = (requests: readonly ModelRequest[]): readonly string[] =>
  toolResultsOf(requests.at(-1) as ModelRequest);

/** Returns the counts in the mod's store. */
function storeOf({ home }: ModUser): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const folder = path.join(home, '.claude/plugins/store');
  const [file = ''] = readdirSync(folder).filter((name) => name.startsWith('mcp-pruner'));
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
}

test(
  'a new user measures first; /pruner on makes the next long Read come shorter, with a file that has all of it',
  async () => {
    const user = await installedUser();
    const read = { said: SAID, tool: 'Read', input: { file_path: user.file } };
    const [before] = resultsOf(await user.talk(ABOUT_SOURCE, [read]));
    expect(before).toContain('export function styleOf');
    expect(before).not.toMatch(NOTICE);
    const [measured] = Object.entries(storeOf(user)).filter(([key]) => key.startsWith('session '));
    expect(measured?.[1]).toMatchObject({ results: 1, shortened: 1, saved: 0 });
    expect(measured?.[1]?.['wouldSave']).toBeGreaterThan(1000);

    await user.talk('/pruner on', []);
    const requests = await user.talk(ABOUT_SOURCE, [read]);
    const [after = ''] = resultsOf(requests);
    expect(after).toContain('export function addMember');
    expect(after).not.toContain('export function styleOf');
    expect(after).toContain(`"${SAID}"`);
    // The file itself has the text, so nothing needs to be copied.
    expect(NOTICE.exec(after)?.[1]).toBe(user.file);
    // No tool, no instruction, no reminder.
    const sent = JSON.stringify(requests[0]?.body).replaceAll(/mcp-pruner-\w+/g, '');
    expect(sent).not.toContain('pruner');
  },
  TIMEOUT,
);

test(
  'what a command printed is kept in a file that the model may read without asking, with permissions denied',
  async () => {
    const user = await onUser({ permissions: { allow: ['Bash(sed:*)'], deny: ['WebFetch'] } });
    writeFileSync(user.file, PRINTED);
    const command = `sed 's/unlikely//' ${user.file}`;
    const [first = ''] = resultsOf(await user.talk(ABOUT_SOURCE, [{ said: SAID, tool: 'Bash', input: { command } }]));
    const [, ref = ''] = NOTICE.exec(first) ?? [];
    expect(ref).toContain(`${user.home}/.claude/projects/`);
    expect(readFileSync(ref, 'utf8').trimEnd()).toBe(PRINTED.trimEnd());
    expect(statSync(ref).mode & 0o077).toBe(0);
    expect(statSync(path.dirname(ref)).mode & 0o077).toBe(0);
    // The first result is still in the session.
    const turns = [{ text: 'never' }, { tool: 'Read', input: { file_path: ref, offset: 1, limit: 30 } }];
    const back = resultsOf(await user.talk('What is there?', turns, '-c')).at(-1);
    expect(back).toContain(PRINTED.split('\n')[20]);
  },
  TIMEOUT,
);

test(
  'a secret that a hook of the user masks stays masked, in the answer and in the file',
  async () => {
    const user = await onUser({
      permissions: { allow: ['Bash(sed:*)'] },
      hooks: { PostToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'node "$HOME/mask.cjs"' }] }] },
    });
    writeFileSync(
      path.join(user.home, 'mask.cjs'),
      `const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const tool_response = { ...input.tool_response, stdout: input.tool_response.stdout.replaceAll('hunter22', '[masked]') };
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: tool_response } }));`,
    );
    writeFileSync(user.file, PRINTED.replace(MENDED_LINE, `${MENDED_LINE}  // password hunter22\n`));
    const command = `sed 's/unlikely//' ${user.file}`;
    const requests = await user.talk(ABOUT_SOURCE, [{ said: SAID, tool: 'Bash', input: { command } }]);
    const [shown = ''] = resultsOf(requests);
    const [, ref = ''] = NOTICE.exec(shown) ?? [];
    expect(shown).toContain('[masked]');
    expect(JSON.stringify(requests)).not.toContain('hunter22');
    expect(readFileSync(ref, 'utf8')).not.toContain('hunter22');
  },
  TIMEOUT,
);

test(
  'a build that fails keeps its exit code and the lines that explain it',
  async () => {
    const user = await onUser({ permissions: { allow: ['Bash(sh:*)'] } });
    const steps = Array.from({ length: 330 }, (_, at) => `[${at}/330] compile module ${at}`).join('\n');
    writeFileSync(
      path.join(user.project, 'build.sh'),
      `cat <<'END'\n${steps}\nsrc/shop.ts:12:5 - error TS2322: Type 'string' is not assignable to type 'number'.\nEND\nexit 2\n`,
    );
    const turns = [{ said: 'Let me build it.', tool: 'Bash', input: { command: 'sh build.sh' } }];
    const [shown = ''] = resultsOf(await user.talk('Mend the build.', turns));
    expect(shown).toMatch(/Exit code 2\n/);
    expect(shown).toContain('src/shop.ts:12:5 - error TS2322');
    expect(shown).toMatch(NOTICE);
    expect(shown.length).toBeLessThan(steps.length / 2);
  },
  TIMEOUT,
);

describe('calls of subagents, and several calls of one answer', () => {
  test(
    'are shortened by the words said before each',
    async () => {
      const user = await onUser();
      const other = path.join(user.project, 'other.ts');
      writeFileSync(other, LONG_SOURCE);
      const isHelper = ({ body }: ModelRequest): boolean =>
        JSON.stringify(body['messages']).includes('Find styleOf for me');
      const either =
        (main: Said, helper: Said): Turn =>
        (_, request) =>
          isHelper(request) ? helper : main;
      const both = {
        said: SAID,
        tool: 'Read',
        input: { file_path: user.file },
        also: [{ tool: 'Read', input: { file_path: other } }],
      };
      const start = {
        description: 'look',
        prompt: 'Find styleOf for me in the sources',
        subagent_type: 'general-purpose',
        run_in_background: false,
      };
      const requests = await user.talk(ABOUT_SOURCE, [
        either(both, { said: 'I look at how styleOf works.', tool: 'Read', input: { file_path: user.file } }),
        either({ text: 'never' }, { text: 'There.' }),
        { said: 'A helper looks.', tool: 'Agent', input: start },
      ]);
      const main = requests.filter((request) => !isHelper(request) || resultsOf([request]).length > 1);
      const helper = requests.filter((request) => isHelper(request) && resultsOf([request]).length === 1);
      const [first = '', second = ''] = resultsOf(main);
      for (const shown of [first, second]) expect(shown).toContain(`"${SAID}"`);
      expect(second).toMatch(NOTICE);
      expect(resultsOf(helper)[0]).toContain('"I look at how styleOf works."');
      expect(resultsOf(helper)[0]).toContain('export function styleOf');
    },
    TIMEOUT,
  );
});

test('files that a variable excludes stay whole', { timeout: TIMEOUT }, async () => {
  const user = await onUser({ env: { MCP_PRUNER_HOOK_IGNORE: '*.sql, config.*' } });
  const reads = [{ said: SAID, tool: 'Read', input: { file_path: user.file } }];
  expect(resultsOf(await user.talk(ABOUT_SOURCE, reads))[0]).not.toMatch(NOTICE);
  expect(Object.values(storeOf(user))).toContainEqual(expect.objectContaining({ whole: { ignored: 1 } }));
});

test(
  'a project says what stays whole, and uninstalling leaves nothing',
  async () => {
    const user = await onUser();
    const settings = readFileSync(user.settings, 'utf8');
    writeFileSync(path.join(user.project, '.mcp-prunerignore'), 'config.ts\n');
    const [read = ''] = resultsOf(
      await user.talk(ABOUT_SOURCE, [{ said: SAID, tool: 'Read', input: { file_path: user.file } }]),
    );
    expect(read).not.toMatch(NOTICE);
    expect(settings).toContain('mcp-pruner@mcp-pruner');
    await user.run([CLAUDE, 'plugin', 'uninstall', 'mcp-pruner']);
    await user.run([CLAUDE, 'plugin', 'marketplace', 'remove', 'mcp-pruner']);
    expect(readFileSync(user.settings, 'utf8')).not.toContain('mcp-pruner');
    mkdirSync(path.join(user.project, 'x'), { recursive: true });
    expect(existsSync(path.join(user.home, '.mcp-pruner'))).toBe(false);
  },
  TIMEOUT,
);
