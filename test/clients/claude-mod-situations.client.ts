import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAnthropicModel, toolResultsOf, toolsOf } from '../support/scripted-model/anthropic.ts';
import type { CallTurn, ModelRequest, Said, Turn } from '../support/scripted-model/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';
import {
  givenBy,
  MOD_NOTICE,
  type ModUser,
  modUser,
  moduleText,
  plainUser,
  pluginWith,
  SAID,
} from './claude-mod-user.ts';
import { CLAUDE, withMod } from './claude-user.ts';
import { NODE, ROOT } from './installed.ts';
import { ABOUT_SOURCE, LONG_SOURCE, MENDED_LINE, sourceAround } from './long-source.ts';

/** Milliseconds for a few sessions on a busy machine. */
const TIMEOUT = 180_000;
const RULES = { permissions: { allow: ['Bash', 'Read', 'Agent', 'EnterWorktree', 'mcp__files'] } };
const NEVER: Said = { text: 'never' };

/** Returns the file that a notice names, without those of the user's project. */
function copyIn(shown: string): string {
  const [, file = ''] = MOD_NOTICE.exec(shown) ?? [];
  expect(file).toContain('/tool-results/mcp-pruner/');
  return file;
}

/** Reads the copy of a result, as its notice says. */
const readCopy =
  (of: number): Turn =>
  (given) => ({ tool: 'Read', input: { file_path: copyIn(given[of] ?? ''), limit: 25 } });

/** Texts that a result without the plugin stands for: itself, or without line numbers, exit code or JSON around it. */
function textsOf(whole: string): readonly string[] {
  const unnumbered = whole.replaceAll(/^\d+\t/gm, '');
  const fields = whole.startsWith('{') ? Object.values(JSON.parse(whole)).filter((one) => typeof one === 'string') : [];
  return [whole, unnumbered, whole.replace(/^Exit code \d+\n/, ''), ...(fields as string[])].map((one) =>
    one.trimEnd(),
  );
}

/** Replaces what differs between two sessions: homes, ids, and names of files that Claude Code writes. */
const withoutIds = (shown: string, { home }: ModUser): string =>
  shown
    .replaceAll(home, 'HOME')
    .replaceAll(home.replaceAll(/[^a-zA-Z0-9]/g, '-'), '-HOME')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
    .replaceAll(/(tool-results\/)[\w-]+/g, '$1NAME');

/** Expects a result to be as without the plugin, or to name a file that has all of it. Returns true if it is shorter. */
function isShortened(shown: string, whole: string): boolean {
  const [, file] = MOD_NOTICE.exec(shown) ?? [];
  if (file === undefined) {
    expect(shown).toBe(whole);
    return false;
  }
  const kept = readFileSync(file, 'utf8');
  expect(textsOf(whole).filter((text) => text.length > 1000 && kept.includes(text))).not.toEqual([]);
  return true;
}

/** Results that the model is given without the plugin: of a Read, and of a command. */
let whole: readonly string[] = [];
beforeAll(async () => {
  whole = await givenBy(plainUser(tempDir(afterAll)));
}, TIMEOUT);

const shortenedOf = (given: readonly string[]): readonly boolean[] =>
  given.map((shown, at) => isShortened(shown, whole[at] ?? ''));

describe('results of any kind', () => {
  const PIECE = sourceAround(12_000);
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const HUGE = LONG_SOURCE.repeat(52);
  const text = { type: 'text', text: PIECE };
  const image = { type: 'image', data: PNG, mimeType: 'image/png' };
  const cell = {
    ...{ cell_type: 'code', source: PIECE, execution_count: 1, metadata: {} },
    outputs: [{ output_type: 'stream', name: 'stdout', text: PIECE }],
  };
  const notebook = { cells: [cell], metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5 };
  const files: Readonly<Record<string, string | Buffer>> = {
    'huge.ts': HUGE,
    'long.ts': LONG_SOURCE,
    'binary.bin': Buffer.concat([Buffer.from(PIECE), Buffer.from([0, 255, 254, 1, 2, 128]), Buffer.from(PIECE)]),
    'utf16.ts': Buffer.from(`\uFEFF${PIECE}`, 'utf16le'),
    'latin1.ts': Buffer.from(PIECE.replaceAll('added', 'grüße'), 'latin1'),
    'bom.ts': `\uFEFF${PIECE}`,
    'crlf.ts': PIECE.replaceAll('\n', '\r\n'),
    'image.png': Buffer.from(PNG, 'base64'),
    'empty.ts': '',
    'notebook.ipynb': JSON.stringify(notebook),
  };
  const read = (name: string) => ({ tool: 'Read', input: { file_path: name } });
  const bash = (command: string) => ({ tool: 'Bash', input: { command } });
  const mcp = (result: object) => ({ tool: 'mcp__files__answer', input: { result } });

  /** Calls, and whether the result of each is shortened. */
  const CALLS: readonly (readonly [string, Pick<CallTurn, 'tool'> & { readonly input: object }, boolean])[] = [
    ['a long file', read('long.ts'), true],
    ['a file of 4.5 MB', read('huge.ts'), false],
    ['an output of 4.5 MB', bash('cat huge.ts'), false],
    ['a binary file', read('binary.bin'), false],
    ['a binary output', bash('cat binary.bin'), false],
    ['a file in UTF-16', read('utf16.ts'), true],
    ['an output that is no UTF-8', bash('cat latin1.ts'), true],
    ['a file with a byte order mark', read('bom.ts'), true],
    ['a file with carriage returns', read('crlf.ts'), true],
    ['an image', read('image.png'), false],
    ['an image as an output', bash('cat image.png'), false],
    ['an empty file', read('empty.ts'), false],
    ['no file', read('missing.ts'), false],
    ['a notebook', read('notebook.ipynb'), false],
    ['no output', bash('true'), false],
    ['errors alone', bash('cat printed.ts >&2'), true],
    ['a command that fails', bash('cat printed.ts; exit 3'), true],
    ['a command that fails after 4.5 MB', bash('cat huge.ts; exit 1'), true],
    ['one text', mcp({ content: [text] }), true],
    ['an image of a server', mcp({ content: [image] }), false],
    ['two texts', mcp({ content: [text, text] }), false],
    ['structured content', mcp({ content: [text], structuredContent: { path: 'a', content: PIECE } }), true],
    ['rows', mcp({ content: [], structuredContent: { rows: PIECE.split('\n').map((line) => ({ line })) } }), false],
    ['a resource', mcp({ content: [{ type: 'resource', resource: { uri: 'file:///a', text: PIECE } }] }), true],
    ['an error of a server', mcp({ content: [text], isError: true }), false],
    ['nothing', mcp({ content: [] }), false],
    ['4.5 MB of a server', { tool: 'mcp__files__answer', input: { resultIn: 'huge.json' } }, false],
    ['control characters', mcp({ content: [{ ...text, text: `${PIECE}\u0000\u001B[31m\uD800\r\n` }] }), true],
  ];
  async function giveAll(user: ModUser): Promise<readonly string[]> {
    const { project } = user;
    const huge = JSON.stringify({ content: [{ type: 'text', text: HUGE }] });
    for (const [name, body] of Object.entries({ ...files, 'huge.json': huge }))
      writeFileSync(path.join(project, name), body);
    const at = (name: string): string => path.join(project, name);
    const turns = CALLS.map(([, { tool, input }]): Turn => {
      const { file_path: file, resultIn, ...rest } = input as Record<string, string>;
      const files = { ...(file && { file_path: at(file) }), ...(resultIn && { resultIn: at(resultIn) }) };
      return { said: SAID, tool, input: { ...rest, ...files } };
    });
    const server = { command: NODE, args: [`${ROOT}test/support/mcp-servers/answering-server.mjs`] };
    const servers = JSON.stringify({ mcpServers: { files: server } });
    const given = await givenBy(user, turns, '--mcp-config', servers);
    expect(given).toHaveLength(CALLS.length);
    return given;
  }

  test('come as without the plugin, or shorter with a file that has all of it', { timeout: TIMEOUT }, async () => {
    const [plain, user] = [plainUser(), modUser(withMod(RULES))];
    writeFileSync(plain.settings, JSON.stringify(RULES));
    const [without, given] = (await Promise.all([giveAll(plain), giveAll(user)])) as [
      readonly string[],
      readonly string[],
    ];
    const shortened = given.map((shown, at) => {
      const [one, other] = [withoutIds(shown, user), withoutIds(without[at] ?? '', plain)];
      return MOD_NOTICE.test(shown) ? isShortened(shown, without[at] ?? '') : isShortened(one, other);
    });
    expect(CALLS.map(([name], at) => [name, shortened[at]])).toEqual(CALLS.map(([name, , is]) => [name, is]));
  });
});

const managed = (settings: object): readonly string[] => ['--managed-settings', JSON.stringify(settings)];
const modsOnly = (guard: string): readonly string[] =>
  managed({ pluginConfigs: { [guard]: { options: { allowManagedModsOnly: true } } } });

/** Ways to start Claude Code, and whether a long Read and a long output of Bash are shortened then. */
const STARTS: readonly (readonly [string, object, readonly string[], boolean, boolean])[] = [
  ['plan mode', { useAutoModeDuringPlan: false }, ['--permission-mode', 'plan'], true, true],
  ['--no-session-persistence', {}, ['--no-session-persistence'], true, false],
  ['--bare', {}, ['--bare'], false, false],
  ['--safe-mode', {}, ['--safe-mode'], false, false],
  ['CLAUDE_CODE_SIMPLE', { env: { CLAUDE_CODE_SIMPLE: '1' } }, [], false, false],
  ['CLAUDE_CODE_SAFE_MODE', { env: { CLAUDE_CODE_SAFE_MODE: '1' } }, [], false, false],
  ['disableAllHooks', { disableAllHooks: true }, [], false, false],
  ['allowManagedHooksOnly', {}, managed({ allowManagedHooksOnly: true }), false, false],
  ['allowManagedModsOnly', {}, modsOnly('cc-plugin-sec-default@builtin'), false, false],
  ['strictPluginOnlyCustomization of hooks', {}, managed({ strictPluginOnlyCustomization: ['hooks'] }), true, true],
  ['strictPluginOnlyCustomization', {}, managed({ strictPluginOnlyCustomization: true }), true, true],
  ['allowManagedModsOnly by its short name', {}, modsOnly('sec-default@builtin'), false, false],
];

test.each(STARTS)('with %s, nothing is lost', { timeout: TIMEOUT }, async (_, settings, flags, read, bash) => {
  const own = JSON.parse(withMod({ ...RULES, ...settings }));
  const { env } = settings as { readonly env?: object };
  const user = modUser(JSON.stringify({ ...own, env: { ...own.env, ...env } }));
  expect(shortenedOf(await givenBy(user, user.both, ...flags))).toEqual([read, bash]);
});

/** Turns of a session and its helper, which is told apart by its prompt. */
const PROMPT = 'Look at addMember for me';
const isHelper = ({ body }: ModelRequest): boolean =>
  JSON.stringify(body['messages']).includes(PROMPT) && !JSON.stringify(body['messages']).includes('subagent_type');

describe('the model can read what was left out', () => {
  test('after the session is resumed, and in a fork of it', { timeout: TIMEOUT }, async () => {
    const user = modUser(withMod(RULES));
    const [, sed = NEVER] = user.both;
    expect(shortenedOf(await givenBy(user))).toEqual([true, true]);
    const resumed = await givenBy(user, [NEVER, NEVER, sed, readCopy(1)], '-c');
    isShortened(resumed[2] ?? '', whole[1] ?? '');
    expect(resumed[3]).toContain(whole[1]?.split('\n')[20]);
    const forked = await givenBy(user, [NEVER, NEVER, NEVER, NEVER, readCopy(1), sed], '-c', '--fork-session');
    expect(forked[4]).toContain(whole[1]?.split('\n')[20]);
    isShortened(forked[5] ?? '', whole[1] ?? '');
  });

  test('after /clear, where nothing refers to what was before', { timeout: TIMEOUT }, async () => {
    const user = modUser(withMod(RULES));
    const [, sed = NEVER] = user.both;
    await using model = await startAnthropicModel([sed, { text: 'Done.' }]);
    const env = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'dummy' };
    const conversation = `${ROOT}test/clients/claude-conversation.mjs`;
    await user.run([NODE, conversation, CLAUDE, ABOUT_SOURCE, '/clear', ABOUT_SOURCE], env);
    const given = model.requests.map(toolResultsOf).filter(({ length }) => length > 0);
    const [[before = ''] = [], [after = ''] = []] = given;
    expect(given).toHaveLength(2);
    expect(path.dirname(copyIn(after))).not.toBe(path.dirname(copyIn(before)));
    for (const shown of [before, after]) expect(isShortened(shown, whole[1] ?? '')).toBe(true);
    expect(after).not.toMatch(/ above\)$/m);
  });

  test('in two sessions of one project at once', { timeout: TIMEOUT }, async () => {
    const user = modUser(withMod(RULES));
    const turns = [...user.both, readCopy(1)];
    const both = await Promise.all([givenBy(user, turns), givenBy(user, turns)]);
    for (const [read = '', sed = '', back] of both) {
      expect(shortenedOf([read, sed])).toEqual([true, true]);
      expect(back).toContain(whole[1]?.split('\n')[20]);
    }
    expect(new Set(both.map(([, sed = '']) => copyIn(sed))).size).toBe(2);
  });

  test('in worktrees, and by subagents in the background or in a worktree', { timeout: TIMEOUT }, async () => {
    const user = modUser(withMod(RULES));
    const git = ['-C', user.project, '-c', 'user.name=a', '-c', 'user.email=a@b.example'];
    for (const args of [
      ['init', '--quiet'],
      ['add', '.'],
      ['commit', '--quiet', '-m', 'Begin'],
    ])
      execFileSync('git', [...git, ...args]);
    const [, sed = NEVER] = user.both;
    const looked: Turn[] = [sed, readCopy(0), { text: 'Looked.' }];
    const expectRead = ([shown = '', back]: readonly string[]): void => {
      expect(isShortened(shown, whole[1] ?? '')).toBe(true);
      expect(back).toContain(whole[1]?.split('\n')[20]);
    };
    expectRead(await givenBy(user, looked, '--worktree', 'first'));
    expectRead((await givenBy(user, [{ tool: 'EnterWorktree', input: { name: 'next' } }, sed, readCopy(1)])).slice(1));
    for (const how of [{ run_in_background: true }, { isolation: 'worktree', run_in_background: false }]) {
      const input = { description: 'look', prompt: PROMPT, subagent_type: 'general-purpose', ...how };
      const either =
        (at: number, main: Said): Turn =>
        (given, request) => {
          const turn = isHelper(request) ? (looked[at] ?? NEVER) : main;
          return typeof turn === 'function' ? turn(given, request) : turn;
        };
      const requests = await user.talk(ABOUT_SOURCE, [
        either(0, { said: 'A helper looks.', tool: 'Agent', input }),
        either(1, { text: 'Done.' }),
        either(2, { text: 'Done.' }),
      ]);
      expectRead(requests.filter(isHelper).map(toolResultsOf).at(-1) ?? []);
    }
  });

  test('and a session without any message costs nothing', { timeout: TIMEOUT }, async () => {
    expect(await modUser().talk('/pruner', [])).toEqual([]);
  });
});

describe('with hooks of earlier versions beside', () => {
  const placeholders = (names: string): object =>
    Object.fromEntries(names.split(' ').map((name) => [name, `\${${name}}`]));
  const fields = 'hook_event_name tool_name tool_input tool_response tool_use_id transcript_path agent_id';
  const own = {
    hooks: [{ type: 'mcp_tool', server: 'pruner', tool: 'hook', input: placeholders(fields), timeout: 10 }],
  };
  const shorten = `"${NODE}" "${ROOT}dist/bin/hook.cjs" claude-code --failed 2>/dev/null`;
  const atExit = `mcp_pruner_code=$?; [ $mcp_pruner_code -eq 0 ] || printf %s "$BASH_EXECUTION_STRING" | ${shorten} || :`;
  const trap = `printf '%s\\n' "trap '$TRAP' EXIT" >>"$CLAUDE_ENV_FILE" # mcp_pruner_code`;
  const FORMER = {
    PostToolUse: [{ matcher: 'Read|Bash|PowerShell|Grep|Glob|WebFetch|mcp__(?!pruner__).*', ...own }],
    MessageDisplay: [own],
    PreToolUse: [{ matcher: 'Bash', ...own }],
    SessionStart: [{ matcher: 'compact', ...own }, { hooks: [{ type: 'command', command: trap, timeout: 2 }] }],
  };

  test('nothing is shortened twice, and no tool is offered twice', { timeout: TIMEOUT }, async () => {
    const user = modUser(JSON.stringify(RULES));
    await user.pruner('init', '--claude-code', '--on', '--env', 'MCP_PRUNER_HOOK_CUTS=more');
    const settings = JSON.parse(readFileSync(user.settings, 'utf8'));
    writeFileSync(
      user.settings,
      JSON.stringify({ ...settings, env: { ...settings.env, TRAP: atExit }, hooks: FORMER }),
    );
    const fails = { said: SAID, tool: 'Bash', input: { command: 'tac printed.ts; exit 2' } };
    const requests = await user.talk(ABOUT_SOURCE, [...user.both, fails]);
    const [read = '', sed = '', failure = ''] = toolResultsOf(requests.at(-1) as ModelRequest);
    expect(shortenedOf([read, sed])).toEqual([true, true]);
    for (const shown of [read, sed, failure]) expect(shown.split('[mcp-pruner left out').length).toBeLessThan(3);
    expect(failure).toContain('Exit code 2\n');
    const ours = toolsOf(requests.at(-1) as ModelRequest).filter((name) => name.includes('pruner'));
    expect(ours).toEqual(['mcp__pruner__artifact']);
    await user.pruner('init', '--uninstall');
    expect(JSON.parse(readFileSync(user.settings, 'utf8'))).toEqual({ ...RULES, env: { TRAP: atExit } });
  });

  test('a result that an earlier version has shortened comes as it left it', { timeout: TIMEOUT }, async () => {
    const shorter = `${sourceAround(4000)}(filtered 400 lines: 300-700: addItem 606-609)
[mcp-pruner left out what this does not seem to need: "x". All of it: tool artifact, ref="ax://bash/7afb00"]`;
    const shortens = `const { tool_response } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const updatedToolOutput = { ...tool_response, stdout: require('fs').readFileSync(__dirname + '/shorter.txt', 'utf8') };
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput } }));`;
    const command = 'node "$HOME/shorten.cjs"';
    const hooks = { PostToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] };
    const user = modUser(withMod({ ...RULES, hooks }));
    writeFileSync(path.join(user.home, 'shorten.cjs'), shortens);
    writeFileSync(path.join(user.home, 'shorter.txt'), shorter);
    expect(await givenBy(user, user.both.slice(1))).toEqual([shorter]);
  });
});

describe('with another plugin that changes results', () => {
  const SECRET = 'hunter22';
  const MASKS = `{ result: JSON.parse(JSON.stringify(given.result).replaceAll('${SECRET}', '[masked]')) }`;
  const APPENDS = `{ result: { ...given.result, ...('stdout' in given.result && { stdout: given.result.stdout + '\\nCHECKED' }) } }`;

  /** Writes a plugin that answers with `change` for a result. Returns the option that loads it. */
  function pluginThat({ home }: ModUser, change: string): readonly string[] {
    const folder = path.join(home, 'other');
    for (const part of ['.claude-plugin', 'hooks']) mkdirSync(path.join(folder, part), { recursive: true });
    writeFileSync(path.join(folder, '.claude-plugin/plugin.json'), '{"name":"other","version":"1.0.0"}');
    writeFileSync(path.join(folder, 'hooks/hooks.json'), '{"modules":["./other.mjs"]}');
    writeFileSync(
      path.join(folder, 'hooks/other.mjs'),
      `export function register(on) {
  on('tool.call', async ($, e, next) => {
    const given = await next(e);
    return given.isError === true ? given : ${change};
  });
}`,
    );
    return ['--plugin-dir', folder];
  }

  /** Copies of results in the user's sessions. */
  function copiesOf({ home }: ModUser): readonly string[] {
    const folder = path.join(home, '.claude/projects');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));
    return names.map((name) => readFileSync(path.join(folder, name), 'utf8'));
  }

  // The plugin that is loaded first changes results last.
  test.each([
    ['before', true],
    ['after', false],
  ])('loaded %s ours, what it masks and appends stays so', { timeout: TIMEOUT }, async (_, isFirst) => {
    for (const change of [MASKS, APPENDS]) {
      const user = plainUser();
      for (const name of ['config.ts', 'printed.ts']) {
        const file = path.join(user.project, name);
        const text = readFileSync(file, 'utf8').replace(MENDED_LINE, `${MENDED_LINE}  // password ${SECRET}\n`);
        writeFileSync(file, text);
      }
      const plugins = [pluginThat(user, change), pluginWith(user, moduleText())];
      const flags = (isFirst ? plugins : plugins.toReversed()).flat();
      const turns = [...user.both, readCopy(1)];
      const [read = '', sed = '', back = ''] = await givenBy(user, turns, ...flags);
      for (const shown of [read, sed]) expect(shown).toMatch(MOD_NOTICE);
      if (change === APPENDS) {
        expect(sed.split('CHECKED')).toHaveLength(2);
        continue;
      }
      expect(read).toContain('[masked]');
      for (const shown of [read, sed, back]) expect(shown).not.toContain(SECRET);
      // Only a plugin that is loaded after ours has changed what ours copies. Reading the copy passes through both.
      expect(copiesOf(user).some((copy) => copy.includes(SECRET))).toBe(isFirst);
    }
  });
});

describe('what stays behind', () => {
  test('Claude Code removes copies with their session once they are old', { timeout: TIMEOUT }, async () => {
    const user = modUser(withMod(RULES));
    const [, sed = NEVER] = user.both;
    const copies = (await Promise.all([givenBy(user, [sed]), givenBy(user, [sed])])).map(([shown = '']) =>
      copyIn(shown),
    );
    const [old = '', recent = ''] = copies;
    const session = path.dirname(path.dirname(path.dirname(old)));
    // Claude Code looks once a day, in a session that goes on for a few seconds, for what is older than 30 days.
    rmSync(path.join(user.home, '.claude/.last-cleanup'), { force: true });
    const past = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    for (const file of [old, path.dirname(old), session, `${session}.jsonl`]) utimesSync(file, past, past);
    const command = `until ! [ -e '${old}' ]; do sleep 0.05; done; echo gone`;
    expect(await givenBy(user, [{ tool: 'Bash', input: { command, timeout: 60_000 } }])).toEqual(['gone']);
    expect(existsSync(recent)).toBe(true);
  });

  test('a marketplace whose folder is gone disturbs no session, and can be removed', { timeout: TIMEOUT }, async () => {
    const user = modUser(JSON.stringify(RULES));
    await user.pruner('init', '--claude-code', '--on', '--env', 'MCP_PRUNER_HOOK_CUTS=more');
    expect(shortenedOf(await givenBy(user))).toEqual([true, true]);
    await user.pruner('init', '--uninstall');
    const known = path.join(user.home, '.claude/plugins/known_marketplaces.json');
    const moved = readFileSync(known, 'utf8').replaceAll(JSON.stringify(ROOT.replace(/\/$/, '')), '"/gone/mcp-pruner"');
    expect(moved).toContain('/gone/mcp-pruner');
    writeFileSync(known, moved);
    expect(await givenBy(user)).toEqual(whole);
    await user.run([CLAUDE, 'plugin', 'marketplace', 'remove', 'mcp-pruner']);
    expect(readFileSync(known, 'utf8')).not.toContain('mcp-pruner');
  });
});
