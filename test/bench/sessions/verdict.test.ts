import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';
import { runVerdict } from './verdict.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const LINES = Array.from({ length: 2400 }, (_, at) => `2026-11-01 10:00:00 INFO setting ${at} was set to ${TOKEN}`);
LINES[70] = 'export function retryDelay(attempt: number): number { return 2 ** attempt * BASE_DELAY; }';
/** Lines that do not differ from their neighbors except for numbers. */
const SECRET_LINES = LINES.filter((_, at) => at % 500 === 204);
const QUESTION = 'I look for the function that computes the retry delay.';

/** A line of a log of Claude Code. */
const entry = (uuid: string, role: 'user' | 'assistant', content: unknown): string =>
  JSON.stringify({
    ...{ type: role, uuid, sessionId: 's1', cwd: '/r', timestamp: '2026-11-01T10:00:00.000Z', version: '2.1.329' },
    message: { role, content },
  });

/** Log of a session that reads a file, and then replaces these lines of it. */
function log(replaced: readonly string[], sessionId = 's1'): string {
  const numbered = LINES.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join('\n');
  return [
    entry('1', 'user', 'Mend the retries'),
    entry('2', 'assistant', [{ type: 'text', text: QUESTION }]),
    entry('3', 'assistant', [{ type: 'tool_use', id: 'c1', name: 'Read', input: { file_path: '/r/a.log' } }]),
    entry('4', 'user', [{ type: 'tool_result', tool_use_id: 'c1', content: numbered }]),
    entry('5', 'assistant', [
      {
        type: 'tool_use',
        id: 'c2',
        name: 'MultiEdit',
        input: { file_path: '/r/a.log', edits: replaced.map((old_string) => ({ old_string, new_string: '' })) },
      },
    ]),
    entry('6', 'user', [{ type: 'tool_result', tool_use_id: 'c2', content: 'done' }]),
  ]
    .map((line) => line.replaceAll('"s1"', `"${sessionId}"`).replaceAll(/"(c\d)"/g, `"${sessionId}$1"`))
    .join('\n');
}

/** Creates a home folder with these logs of Claude Code. */
function homeWith(...logs: readonly string[]): string {
  const home = tempDir();
  const folder = path.join(home, '.claude', 'projects', '-r');
  mkdirSync(folder, { recursive: true });
  for (const [at, text] of logs.entries()) writeFileSync(path.join(folder, `${at}.jsonl`), `${text}\n`);
  return home;
}

/** Argument that stops the verdict before it begins. */
const STOPPED = '--stopped';

/** Runs the verdict as a user with that home. */
async function run(home: string, ...args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: args.filter((one) => one !== STOPPED),
    options: {
      ...{ limit: { type: 'string' }, since: { type: 'string' }, tool: { type: 'string' } },
      ...{ misses: { type: 'boolean' }, json: { type: 'boolean' } },
    },
    allowPositionals: true,
  });
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await runVerdict(
    {
      env: { HOME: home, PATH: process.env['PATH'] },
      stdout: { write: (text: string) => stdout.push(text) > 0 },
      stderr: { write: (text: string) => stderr.push(text) > 0, isTTY: false },
      stop: args.includes(STOPPED) ? AbortSignal.abort() : new AbortController().signal,
    },
    values,
    positionals.map((place) => path.resolve(home, place)),
  );
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

test('in plain words: what tools gave, what pruning would have left, and what would have been missing', async () => {
  const { code, stdout, stderr } = await run(homeWith(log([LINES[0] as string]), log(SECRET_LINES, 's2')));
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^In your last 2 sessions tools gave 2\d\d k tokens\. With automatic pruning as it stands it would/,
  );
  expect(stdout).toContain('; in none of 4 results would a line that the agent used later have been missing.');
  expect(stdout).toMatch(/\nWith MCP_PRUNER_HOOK_CUTS=more: .* a used line missing in [12] of 4\.\n/);
  expect(stdout).toMatch(/\nread +2 /);
});

test('as JSON, and what was missed without its secrets', async () => {
  const home = homeWith(log(SECRET_LINES));
  const json = JSON.parse((await run(home, '--json')).stdout) as Record<string, unknown>;
  expect(json).toMatchObject({ sessions: 1, results: 2, misses: [{ tool: 'Read', missing: expect.any(Number) }] });
  expect(json).toMatchObject({ automatic: { more: { lost: { results: 1 } } } });
  const { stdout } = await run(home, '--misses');
  expect(stdout).toContain('The only miss: lines that the agent used later');
  expect(stdout).toContain(QUESTION);
  expect(stdout).not.toContain(TOKEN);
  expect(JSON.stringify(json)).not.toContain(TOKEN);
});

test.each([
  [
    'of one tool',
    ['--tool', 'command'],
    /Nothing would have been pruned: no result of "command" has at least 2,500 characters/,
  ],
  ['of one tool alone', ['--tool', 'read'], /With automatic pruning of "read" alone as it stands it would/],
  ['of one tool by its own name', ['--tool', 'Read'], /\nread +1 /],
  ['at most so many', ['--limit', '1'], /^In your last session/],
  ['since a day', ['--since', '1d'], /^In your last session/],
])('sessions %s', async (_, args, shown) => {
  const { code, stdout } = await run(homeWith(log([LINES[0] as string])), ...args);
  expect(code).toBe(0);
  expect(stdout).toMatch(shown);
});

test('files and folders that are named, and what was passed over', async () => {
  const home = homeWith(log([LINES[0] as string]));
  const other = path.join(home, 'others');
  mkdirSync(other);
  writeFileSync(path.join(other, 'a.jsonl'), log([LINES[70] as string], 's3'));
  writeFileSync(path.join(other, 'package.json'), '{"name":"none"}');
  const { code, stdout } = await run(home, other);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^In the session tools gave/);
  expect(stdout).toContain('Skipped, in whole or in part: 1 recording');
});

test('where there is nothing, it says where it looked', async () => {
  const none = await run(tempDir());
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('found no recorded session in ~/.claude/projects, ~/.codex/sessions');
  const missing = await run(tempDir(), 'not/there');
  expect([missing.code, missing.stdout]).toEqual([1, '']);
  expect(missing.stderr).toContain('not/there": no such file, folder or git repository');
});

test.each([
  [['--since', 'yesterday'], 'cannot use --since "yesterday": expected a date such as 2026-10-31, or days such as 30d'],
  [['--since', '2026-02-31'], 'cannot use --since "2026-02-31"'],
  [['--limit', '0'], 'cannot use --limit "0": expected an integer from 1 to 1000000'],
])('arguments that do not fit: %j', async (args, message) => {
  await expect(run(tempDir(), ...args)).rejects.toThrow(message);
});

test('stopped, it says so in a line', async () => {
  expect(await run(homeWith(log([LINES[0] as string])), STOPPED)).toMatchObject({
    ...{ code: 1, stdout: '', stderr: 'bench:sessions: cancelled\n' },
  });
});

test('a path came out with its control characters and keys', async () => {
  const { code, stderr } = await run(tempDir(), `/no\u001b[2Jwhere\u009b31m ${TOKEN}`);
  expect([code, stderr]).toEqual([
    1,
    'bench:sessions: cannot read sessions of "/no\\u001b[2Jwhere\\u009b31m [redacted:github-token]": no such file, folder or git repository\n',
  ]);
});

test('what git says of a repository came out as it is', async () => {
  const folder = tempDir();
  mkdirSync(path.join(folder, '.git', 'objects'), { recursive: true });
  mkdirSync(path.join(folder, '.git', 'refs'));
  writeFileSync(path.join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(path.join(folder, '.git', 'config'), `[core]\n\trepositoryformatversion = ${TOKEN}\n`);
  const { code, stderr } = await run(tempDir(), folder);
  expect(code).toBe(1);
  expect(stderr).toContain("bad numeric config value '[redacted:github-token]'");
});

test('that nothing was found had another exit code as JSON, and nothing of --since', async () => {
  expect(await run(tempDir(), '--json')).toMatchObject({ code: 1, stderr: '' });
  expect((await run(tempDir(), '--since', '0d')).stderr).toContain('found no recorded session since 0d in ~/.claude');
});
