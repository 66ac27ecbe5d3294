import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';
import { runInProcess } from '../run-in-process.ts';

const AUTHOR = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
const FILE = [
  '/** Opens the socket that requests are sent through. */',
  'function openSocket() {',
  '  a();',
  '  b();',
  '  return connect();',
  '}',
  ...Array.from({ length: 200 }, (_, at) => `const value${at} = compute(${at});`),
  '',
];

const gitIn =
  (repo: string) =>
  (...args: string[]): string =>
    execFileSync('git', ['-C', repo, ...AUTHOR, ...args], { encoding: 'utf8' });

/** A repository of two commits, the second of which changes one line. */
function repository(): string {
  const repo = tempDir();
  const git = gitIn(repo);
  const save = (lines: readonly string[], message: string): void => {
    writeFileSync(path.join(repo, 'a.ts'), lines.join('\n'));
    git('add', '.');
    git('commit', '-qm', message);
  };
  git('init', '-q');
  save(FILE, 'Begin');
  save(
    FILE.map((line) => line.replace('return connect()', 'return connectAgain()')),
    'Connect the socket again when it was closed',
  );
  return repo;
}

test('a repository’s own history tells how often its answers are kept', async () => {
  const cwd = repository();
  const env = { PATH: process.env['PATH'], PRUNER_URL: 'embedded' };
  const { code, stdout, stderr } = await runInProcess(['eval', '--json'], { cwd, env });
  expect([code, stderr]).toEqual([0, '']);
  const { families, cases, endpoint } = JSON.parse(stdout) as { families: object[]; cases: object[]; endpoint: string };
  expect(endpoint).toBe('embedded');
  expect(families).toMatchObject([
    { family: 'commit', cases: 1, pruner: { hit: 1, cover: 1 } },
    { family: 'doc', cases: 1, pruner: { hit: 1, cover: 1 }, bm25: { hit: 1 } },
  ]);
  expect(cases).toMatchObject([
    { path: 'a.ts', question: 'Connect the socket again when it was closed', gold: [[5, 5]] },
    { question: 'Opens the socket that requests are sent through.', gold: [[1, 5]] },
  ]);
  const shown = await runInProcess(['eval', '--misses', '--cases', '1'], { cwd, env });
  expect(shown.stdout).toMatch(/^1 commit cases: .*\n {2}\d+\.\d % of the tokens kept/);
  expect(shown.stdout).toMatch(/ {2}pruner +100\.0 % +100\.0 %\n {2}BM25 /);
  expect(shown.stdout).toContain('0 of 2 missed whole');
});

test('a repository runs nothing and writes nothing, whatever its configuration and its messages say', async () => {
  const cwd = repository();
  const ran = path.join(cwd, 'ran');
  const git = gitIn(cwd);
  writeFileSync(path.join(cwd, '.gitattributes'), '*.ts diff=own\n');
  git('config', 'diff.own.textconv', `touch '${ran}'; cat`);
  git('config', 'diff.own.command', `touch '${ran}'`);
  git('config', 'core.fsmonitor', `touch '${ran}'; true`);
  const written = path.join(cwd, 'written');
  const message = `Say what the socket does\n\n\x1e--output=${written}\x1fConnect the socket once again\x1fa.ts\x1f`;
  git('-c', 'core.fsmonitor=false', 'commit', '-q', '--allow-empty', '-m', message);
  const env = { PATH: process.env['PATH'], PRUNER_URL: 'embedded' };
  const { code, stdout } = await runInProcess(['eval'], { cwd, env });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^1 commit cases/)]);
  expect([existsSync(ran), existsSync(`${written}^:a.ts`)]).toEqual([false, false]);
});

test('a folder of a repository is the repository, and a submodule named like a file is passed over', async () => {
  const top = repository();
  const cwd = path.join(top, 'inner');
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, 'b.ts'), FILE.join('\n'));
  const git = gitIn(top);
  git('add', '.');
  git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD').trim()},three.js`);
  git('commit', '-qm', 'Take in more');
  const env = { PATH: process.env['PATH'], PRUNER_URL: 'http://127.0.0.1:1/prune', PRUNER_FALLBACK: 'embedded' };
  const { code, stdout } = await runInProcess(['eval'], { cwd, env });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^1 commit cases[\s\S]*\n2 doc cases/)]);
  // Nothing listens there.
  expect(stdout).toContain('\nAsked: the embedded engine. hit:');
});

test('stopped, it says so in a line', async () => {
  const run = { cwd: tempDir(), env: { PATH: process.env['PATH'], PRUNER_URL: 'embedded' }, stop: AbortSignal.abort() };
  expect(await runInProcess(['eval'], run)).toEqual({ code: 1, stdout: '', stderr: 'mcp-pruner: cancelled\n' });
});

const refused: readonly (readonly [string, readonly string[], Record<string, string>, string])[] = [
  ['no repository', ['eval'], {}, 'as a git repository: fatal: not a git repository'],
  ['no folder', ['eval', '--repo', 'none'], {}, 'none" as a git repository: fatal: cannot change to'],
  ['no git', ['eval'], { PATH: '/nowhere' }, 'as a git repository: git or the folder is not there'],
  ['a bad number', ['eval', '--cases', '0'], {}, 'cannot use --cases "0": allowed is an integer 1..1000'],
  ['a bad ratio', ['eval', '--ratio', '2'], {}, 'cannot use --ratio "2": allowed is a number above 0 and up to 1'],
  ['pruning off', ['eval'], { PRUNER_URL: '' }, 'PRUNER_URL is empty, which turns it off'],
];
test.each(refused)('%s is told', async (_, args, env, said) => {
  const { code, stdout, stderr } = await runInProcess(args, {
    cwd: tempDir(),
    env: { PATH: process.env['PATH'], ...env },
  });
  expect(code).toBeGreaterThan(0);
  expect(stdout).toBe('');
  expect(stderr).toContain(said);
});
