import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';
import { draw } from './draw.ts';
import { issueCases, readRepositories } from './issue-cases.ts';
import { oldRanges } from './old-ranges.ts';
import { toPlainText } from './plain-text.ts';

test('the parts of the repositories are those of the lot', () => {
  expect(readRepositories()).toEqual(draw(readRepositories()));
});

const HEAD = 'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n';
test.each([
  ['with context', '@@ -3,5 +3,4 @@ f\n c\n-d\n-e\n f\n-g\n+x\n'],
  ['without context', '@@ -4,2 +3,0 @@ f\n-d\n-e\n@@ -7 +4 @@\n-g\n+x\n'],
])('the old lines of a patch %s', (_, hunks) => {
  const found = oldRanges(`${HEAD}${hunks}`).get('a.ts');
  expect(found?.ranges).toEqual([
    [4, 5],
    [7, 7],
  ]);
  expect(found?.shown.get(7)).toBe('g');
});

test.each([
  ['with context', '@@ -3,2 +3,3 @@\n c\n+x\n d\n'],
  ['without context', '@@ -3,0 +4 @@\n+x\n'],
])('an insertion is between two lines: %s', (_, hunks) => {
  expect(oldRanges(`${HEAD}${hunks}`).get('a.ts')?.ranges).toEqual([[3, 4]]);
});

test('a new file and a deleted one have no old lines', () => {
  const added = 'diff --git a/b.ts b/b.ts\n--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1 @@\n+x\n';
  const deleted = 'diff --git a/c.ts b/c.ts\n--- a/c.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n';
  expect(oldRanges(added + deleted).size).toBe(0);
});

test('HTML of an issue becomes text with its code', () => {
  const html = '<p dir="auto">Use <code class="x">a&lt;b&gt;</code>:</p>\n<pre>x &amp;&amp; y</pre>';
  expect(toPlainText(html)).toBe('Use `a<b>`:\n\n```\nx && y\n```');
});

test('an issue in the repository itself asks for the lines that the commit changed which names it', async () => {
  const clones = tempDir();
  const repo = path.join(clones, 'owner+name', 'repo');
  mkdirSync(path.join(repo, '.beads'), { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', repo, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const source = (value: number): string =>
    Array.from({ length: 120 }, (_, i) => (i === 59 ? `const a = ${value};` : `const a${i} = 0;`)).join('\n');
  const issue = { id: 'name-1a', title: 'The first is not one', description: 'Expected one, got zero' };
  writeFileSync(path.join(repo, '.beads', 'issues.jsonl'), `${JSON.stringify(issue)}\n`);
  git('init', '--quiet');
  for (const [value, message] of [
    [0, 'Begin'],
    [1, 'Count from one (name-1a)'],
  ] as const) {
    writeFileSync(path.join(repo, 'a.ts'), source(value));
    git('add', '.');
    git('commit', '--quiet', '-m', message);
  }
  const cases = await issueCases(clones, { repo: 'owner/name', part: 'open', source: 'beads' }, { per: 9, seed: 7 });
  expect(cases.map(({ family, issue: of, question, gold }) => ({ family, of, question, gold }))).toEqual([
    { family: 'issue-title', of: 'name-1a', question: issue.title, gold: [[60, 60]] },
    { family: 'issue', of: 'name-1a', question: `${issue.title}\n\n${issue.description}`, gold: [[60, 60]] },
  ]);
});
