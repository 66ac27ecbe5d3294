import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';
import { readMined } from './read-mined.ts';

/** Sixty functions; one has another value, another is documented. */
function source(value: number): string {
  const plain = (_: unknown, i: number): string => `function step${i}() {\n  return ${i === 40 ? value : i};\n}\n`;
  const documented =
    '/** Adds the price of every parcel in the basket. */\nfunction total() {\n  let sum = 0;\n  return sum;\n}\n';
  return `${documented}${Array.from({ length: 60 }, plain).join('')}`;
}

test('a clone gives the lines that a commit changed and the function that a comment describes', async () => {
  const repo = path.join(tempDir(), 'owner+name', 'repo');
  mkdirSync(repo, { recursive: true });
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-C', repo, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { stdio: 'pipe' });
  };
  git('init', '--quiet');
  for (const [value, message] of [
    [40, 'Begin'],
    [41, 'Count the fortieth step from one instead of zero'],
  ] as const) {
    writeFileSync(path.join(repo, 'steps.js'), source(value));
    git('add', 'steps.js');
    git('commit', '--quiet', '-m', message);
  }
  const { name, commit, cases } = await readMined(repo, { per: 5, seed: 7 });
  expect([name, commit.length]).toEqual(['owner/name', 12]);
  expect(cases.map(({ family, question, gold }) => ({ family, question, gold }))).toEqual([
    { family: 'commit', question: 'Count the fortieth step from one instead of zero', gold: [[127, 127]] },
    { family: 'doc', question: 'Adds the price of every parcel in the basket.', gold: [[1, 4]] },
  ]);
});
