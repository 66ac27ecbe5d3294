import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { claudeUser } from './claude-user.ts';
import { installed, NODE } from './installed.ts';
import { ABOUT_SOURCE, LONG_SOURCE, NOTICE, withSource } from './long-source.ts';
import { untilTold } from './until-told.ts';

const SETTINGS =
  '{\n  "permissions": { "allow": ["Bash(cat:*)", "Bash(sh:*)", "Bash(./test.sh)", "Edit", "mcp__files"] }\n}\n';

/** Milliseconds for a session on a busy machine. */
const TIMEOUT = 120_000;

const user = () => withSource(claudeUser(tempDir(), SETTINGS), LONG_SOURCE);

describe('sentences that the agent says before it calls a tool', () => {
  const { project, pruner, ask } = claudeUser(tempDir(afterAll), SETTINGS);
  const said = Array.from({ length: 24 }, (_, at) => `I look at how member ${at} is added.`);
  let reads: readonly string[];
  beforeAll(async () => {
    await pruner('init', '--claude-code', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
    const turns = said.map((sentence, at) => {
      const file = path.join(project, `${at}.ts`);
      writeFileSync(file, LONG_SOURCE);
      return { said: sentence, tool: 'Read', input: { file_path: file } };
    });
    reads = await ask(ABOUT_SOURCE, turns);
  }, TIMEOUT);

  test('keep no result from being shortened', () => {
    for (const read of reads) expect(read).toMatch(NOTICE);
  });

  test('are each what its result is shortened by', () => {
    expect(reads.map((read) => /does not seem to need: "([^"]*)"/.exec(read)?.[1])).toEqual(said);
  });
});

test('after init alone results come as they are, and what shortening them would spare is told', async () => {
  const { file, pruner, ask } = user();
  await pruner('init', '--claude-code', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const [read = ''] = await ask(ABOUT_SOURCE, [{ tool: 'Read', input: { file_path: file } }]);
  expect(read).toContain('export function styleOf');
  expect(read).not.toContain('mcp-pruner left out');
  expect(await untilTold(pruner, 'What shadow mode measured')).toContain('of 1 result 1 would have been shortened');
  expect(await pruner('doctor')).toMatch(
    /INFO +claude-code-recent +.* 0 were shortened; hooks ran in each; whole: only measured/,
  );
});

test('after a compaction the model is told where all of it is', async () => {
  const { file, pruner, ask, goOn } = user();
  await pruner('init', '--claude-code', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const [read = ''] = await ask(ABOUT_SOURCE, [{ tool: 'Read', input: { file_path: file } }]);
  const [, ref = ''] = /ref="(ax:[^"]+)"/.exec(read) ?? [];
  await goOn('/compact');
  const sent = await goOn('Go on.');
  expect(sent).toContain('mcp-pruner left out parts of these results');
  expect(sent).toContain(ref);
});

test('what another MCP server gave its model is shortened too, and what ours gives back comes whole', async () => {
  const { pruner, ask, project } = user();
  const rows = Array.from({ length: 1600 }, (_, at) => `${at} | member ${at} | ${at === 217 ? 'suspended' : 'active'}`);
  const table = path.join(project, 'members.txt');
  writeFileSync(table, rows.join('\n'));
  const files = { command: NODE, args: [installed('@modelcontextprotocol/server-filesystem/dist/index.js'), project] };
  writeFileSync(path.join(project, '../.claude.json'), JSON.stringify({ mcpServers: { files } }));
  await pruner('init', '--claude-code', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const [found = ''] = await ask('Which member is suspended?', [
    { said: 'I look for the member who is suspended.', tool: 'mcp__files__read_text_file', input: { path: table } },
  ]);
  expect(found).toContain('217 | member 217 | suspended');
  expect(found).toMatch(/\(filtered \d+ lines: \d+-\d+\)/);
  expect(found.length).toBeLessThan(rows.join('\n').length);
  const [, ref = ''] = /ref=\\"(ax:[^"\\]+)/.exec(found) ?? [];
  const [back = ''] = await ask('Who is there?', [{ tool: 'mcp__pruner__artifact', input: { ref } }]);
  expect(back).toContain('118 | member 118 | active');
});

test('Claude Code starts a server anew that was killed, and in a worktree results are shortened as anywhere', async () => {
  const { pruner, ask, file, project } = user();
  await pruner('init', '--claude-code', '--on', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
  const kill = 'kill -9 $(sed -n \'s/.*"pid":\\([0-9]*\\).*/\\1/p\' ~/.mcp-pruner/hooks/*.json) && echo killed\n';
  writeFileSync(path.join(project, 'stop.sh'), kill);
  const [stopped, read] = await ask(ABOUT_SOURCE, [
    { tool: 'Bash', input: { command: 'sh stop.sh' } },
    { tool: 'Read', input: { file_path: file } },
  ]);
  expect(stopped).toContain('killed');
  expect(read).toMatch(NOTICE);

  const git = (...args: readonly string[]): void => {
    const given = ['-C', project, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args];
    execFileSync('git', given, { stdio: 'pipe' });
  };
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Begin');
  git('worktree', 'add', '--quiet', 'side');
  const side = path.join(project, 'side/config.ts');
  const [there] = await ask(ABOUT_SOURCE, [{ tool: 'Read', input: { file_path: side } }]);
  expect(there).toMatch(NOTICE);
});

describe('with init --failed', () => {
  const failing = (end: string): string =>
    [...Array.from({ length: 300 }, (_, at) => `ok ${at} - member ${at} is added`), `not ok - ${end}`].join('\n');

  test('a failed command shows what matters, in the words of the agent, and its exit code', async () => {
    const { project, pruner, ask } = user();
    writeFileSync(path.join(project, 'out.txt'), failing('member 217 is suspended twice'));
    writeFileSync(path.join(project, 'test.sh'), 'cat out.txt\nexit 3\n', { mode: 0o755 });
    const said = await pruner('init', '--claude-code', '--on', '--failed', '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
    expect(said).toContain('A trap in its Bash tool’s shells shortens it');
    const [failed = ''] = await ask('Which test fails?', [
      {
        said: 'I run the tests to see which fails.',
        tool: 'Bash',
        input: { command: 'sh test.sh', description: 'Run' },
      },
    ]);
    expect(failed).toContain('Exit code 3');
    expect(failed).toContain('not ok - member 217 is suspended twice');
    expect(failed).toMatch(/does not seem to need: "I run the tests to see which fails\."/);
    expect(failed.length).toBeLessThan(failing('').length / 2);
    const [, ref = ''] = /ref="(ax:[^"]+)"/.exec(failed) ?? [];
    const [back = ''] = await ask('Who is there?', [{ tool: 'mcp__pruner__artifact', input: { ref } }]);
    expect(back).toContain('ok 118 - member 118 is added');
    const [bare = ''] = await ask('Which test fails?', [
      { said: 'I run the tests again.', tool: 'Bash', input: { command: './test.sh', description: 'Run' } },
    ]);
    expect(bare).toMatch(NOTICE);
  });

  test('rules for commands hold as before, and init --no-hooks takes it out again', async () => {
    const { project, pruner, ask } = user();
    writeFileSync(path.join(project, 'test.sh'), 'seq 2000\nexit 3\n');
    await pruner('init', '--claude-code', '--on', '--failed');
    const [denied = ''] = await ask('Try it', [{ tool: 'Bash', input: { command: 'make', description: 'Make' } }]);
    expect(denied).toContain('requires approval');
    await pruner('init', '--claude-code', '--no-hooks');
    const [failed = ''] = await ask('Run', [{ tool: 'Bash', input: { command: 'sh test.sh', description: 'Run' } }]);
    expect(failed).toContain('Exit code 3');
    expect(failed).not.toMatch(NOTICE);
  });
});
