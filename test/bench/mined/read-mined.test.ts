import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';
import { readMined } from './read-mined.ts';

/** Source of sixty functions: one returns `value`, another has a doc comment. */
function source(value: number): string {
  const plain = (_: unknown, i: number): string => `function step${i}() {\n  return ${i === 40 ? value : i};\n}\n`;
  const documented =
    '/** Adds the price of every parcel in the basket. */\nfunction total() {\n  let sum = 0;\n  return sum;\n}\n';
  return `${documented}${Array.from({ length: 60 }, plain).join('')}`;
}

const gitIn =
  (repo: string) =>
  (...args: readonly string[]): string =>
    execFileSync('git', ['-C', repo, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });

/** Creates a clone with two commits; the second changes one line. */
function clone(): string {
  const repo = path.join(tempDir(), 'owner+name', 'repo');
  mkdirSync(repo, { recursive: true });
  const git = gitIn(repo);
  git('init', '--quiet');
  for (const [value, message] of [
    [40, 'Begin'],
    [41, 'Count the fortieth step from one instead of zero'],
  ] as const) {
    writeFileSync(path.join(repo, 'steps.js'), source(value));
    git('add', 'steps.js');
    git('commit', '--quiet', '-m', message);
  }
  return repo;
}

const MINED = [
  { family: 'commit', question: 'Count the fortieth step from one instead of zero', gold: [[127, 127]] },
  { family: 'doc', question: 'Adds the price of every parcel in the basket.', gold: [[1, 4]] },
];

test('a clone gives the lines that a commit changed and the function that a comment describes', async () => {
  const { name, commit, cases } = await readMined(clone(), { per: 5, seed: 7 });
  expect([name, commit.length]).toEqual(['owner/name', 12]);
  expect(cases.map(({ family, question, gold }) => ({ family, question, gold }))).toEqual(MINED);
});

test('a clone runs nothing and writes nothing, whatever its configuration and its messages say', async () => {
  const repo = clone();
  const git = gitIn(repo);
  const ran = path.join(repo, 'ran');
  const written = path.join(repo, 'written');
  writeFileSync(path.join(repo, '.gitattributes'), '*.js diff=own\n');
  git('config', 'diff.own.textconv', `touch '${ran}'; cat`);
  git('config', 'diff.own.command', `touch '${ran}'`);
  git('config', 'core.fsmonitor', `touch '${ran}'; true`);
  const message = `Say what it does\n\n\x1e--output=${written}\x1fConnect the socket once again\x1fsteps.js\x1f`;
  git('-c', 'core.fsmonitor=false', 'commit', '--quiet', '--allow-empty', '-m', message);
  const { cases } = await readMined(repo, { per: 5, seed: 7 });
  expect(cases).toMatchObject(MINED);
  expect([existsSync(ran), existsSync(`${written}^:steps.js`)]).toEqual([false, false]);
});

test('a submodule named like a file is passed over', async () => {
  const repo = clone();
  const git = gitIn(repo);
  git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD').trim()},three.js`);
  git('commit', '--quiet', '-m', 'Take in more');
  expect((await readMined(repo, { per: 5, seed: 7 })).cases).toMatchObject(MINED);
});
