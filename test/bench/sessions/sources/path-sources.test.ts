import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';
import { findSessions } from './find-sessions.ts';
import { streamBlob } from './git-blobs.ts';
import { pathSources } from './path-sources.ts';
import { claudeLines, claudeText, git, readAll, write } from './written-sessions.ts';

const BRANCH = 'entire/checkpoints/v1';

/** Creates a repository with these files on its current branch, by default the branch of Entire. */
function repository(files: Readonly<Record<string, string>>, branch: string = BRANCH): string {
  const repo = tempDir();
  git(repo, 'init', '-q', '-b', branch);
  for (const [file, text] of Object.entries(files)) write(path.join(repo, file), text);
  git(repo, 'add', '-f', '.');
  git(repo, 'commit', '-q', '-m', 'x');
  return repo;
}

const about = (id: string): string => JSON.stringify({ session_id: id, created_at: '2026-01-02T00:00:00Z' });

test('every session of the branch is read once, from its longest checkpoint', async () => {
  const repo = repository({
    '01/a/metadata.json': '{"checkpoint_id":"a"}',
    '01/a/0/metadata.json': about('s'),
    '01/a/0/full.jsonl': claudeText('s', ['a']),
    '02/b/0/metadata.json': about('s'),
    '02/b/0/full.jsonl': claudeText('s', ['a', 'b', 'c']),
    '03/c/metadata.json': about('of-an-older-layout'),
    '03/c/full.jsonl': claudeText('t', ['d']),
    '04/d/0/metadata.json': 'no JSON',
    '04/d/0/full.jsonl': claudeText('u', ['e']),
  });
  const { sessions, skipped } = await readAll({ paths: [repo] });
  expect(sessions).toEqual([
    { id: 's', format: 'claude-code', place: `${repo}:${BRANCH}:02/b/0`, calls: ['a', 'b', 'c'] },
    { id: 't', format: 'claude-code', place: `${repo}:${BRANCH}:03/c`, calls: ['d'] },
  ]);
  expect(skipped).toEqual({});
});

test('of sessions whose ids are redacted only the longest was read', async () => {
  const repo = repository({
    '01/a/0/metadata.json': about('REDACTED'),
    '01/a/0/full.jsonl': claudeText('REDACTED', ['a']),
    '02/b/0/metadata.json': about('REDACTED'),
    '02/b/0/full.jsonl': claudeText('REDACTED', ['b', 'c']),
  });
  const { sessions } = await readAll({ paths: [repo] });
  expect(sessions.map(({ id, calls }) => [id, calls])).toEqual([
    [`${repo}:${BRANCH}:02/b/0`, ['b', 'c']],
    [`${repo}:${BRANCH}:01/a/0`, ['a']],
  ]);
});

test('a session is of the repository that it was committed to, or of the folder that it began in', async () => {
  const repo = repository({ '01/a/0/metadata.json': about('s'), '01/a/0/full.jsonl': claudeText('s', ['a']) });
  const file = write(path.join(tempDir(), 's.jsonl'), claudeText('t', ['b']));
  const found: (string | undefined)[] = [];
  for await (const { repository: of } of findSessions({ paths: [repo, file], home: '/nowhere' })) found.push(of);
  expect(found).toEqual([repo, '/p']);
});

test('a log that was split is read as one', async () => {
  const text = claudeText('s', ['a', 'b']);
  const repo = repository({
    '01/a/0/metadata.json': about('s'),
    '01/a/0/full.jsonl': text.slice(0, 300),
    '01/a/0/full.jsonl.001': text.slice(300),
  });
  expect((await readAll({ paths: [repo] })).sessions).toMatchObject([{ calls: ['a', 'b'] }]);
});

test("the branch is read from a clone's remote, and from a bare clone", async () => {
  const repo = repository({ '01/a/0/metadata.json': about('s'), '01/a/0/full.jsonl': claudeText('s', ['a']) });
  git(repo, 'checkout', '-q', '-b', 'main');
  const [clone, bare] = [path.join(tempDir(), 'clone'), path.join(tempDir(), 'bare')];
  git(repo, 'clone', '-q', '--branch', 'main', repo, clone);
  git(repo, 'clone', '-q', '--bare', repo, bare);
  for (const place of [clone, bare]) expect((await readAll({ paths: [place] })).sessions).toHaveLength(1);
});

test('a log that is missing from the repository is counted, and none is fetched', async () => {
  const repo = repository({
    '01/a/0/metadata.json': about('s'),
    '01/a/0/full.jsonl': claudeText('s', ['a']),
    '02/b/0/metadata.json': about('t'),
    '02/b/0/full.jsonl': claudeText('t', ['b']),
  });
  const blob = git(repo, 'rev-parse', `HEAD:01/a/0/full.jsonl`).trim();
  rmSync(path.join(repo, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
  git(repo, 'config', 'remote.origin.promisor', 'true');
  git(repo, 'config', 'remote.origin.url', 'ext::false');
  git(repo, 'config', 'extensions.partialClone', 'origin');
  git(repo, 'config', 'core.repositoryFormatVersion', '1');
  const { sessions, skipped } = await readAll({ paths: [repo] });
  expect(sessions.map(({ id }) => id)).toEqual(['t']);
  expect(skipped).toEqual({ unreadable: 1 });
});

test('a newer layout keeps logs and what is said about them on refs of their own', async () => {
  const repo = repository({ 'a.txt': 'a' }, 'main');
  const commit = (files: Readonly<Record<string, string>>, ref: string): void => {
    const other = repository(files);
    git(repo, 'fetch', '-q', other, `${BRANCH}:${ref}`);
  };
  commit({ '01/a/0/metadata.json': about('s') }, 'refs/entire/checkpoints/v2/main');
  commit({ '01/a/0/raw_transcript': claudeText('s', ['a']) }, 'refs/entire/checkpoints/v2/full/current');
  commit({ '0/metadata.json': about('t'), '0/full.jsonl': claudeText('t', ['b']) }, 'refs/entire/checkpoints/2Y/01K');
  const { sessions } = await readAll({ paths: [repo] });
  expect(sessions.map(({ id, calls }) => [id, ...calls]).toSorted()).toEqual([
    ['s', 'a'],
    ['t', 'b'],
  ]);
});

test('a repository without the branch has the trajectories that are committed at HEAD', async () => {
  const swe = JSON.stringify({ trajectory: [{ action: 'ls', observation: 'a' }], info: { submission: '+a' } });
  const repo = repository({ 'runs/x.traj': swe, 'runs/y.traj': swe, 'a.txt': 'a' }, 'main');
  const bare = path.join(tempDir(), 'bare');
  git(repo, 'clone', '-q', '--bare', repo, bare);
  for (const place of [repo, bare]) {
    const { sessions } = await readAll({ paths: [place] });
    expect(sessions.map(({ id, calls }) => [id, ...calls])).toEqual([
      [`${place}:runs/x.traj`, 'ls', 'submit'],
      [`${place}:runs/y.traj`, 'ls', 'submit'],
    ]);
  }
});

test('a repository with neither is a folder of files', async () => {
  const repo = repository({ 'a.txt': 'a' }, 'main');
  write(path.join(repo, 'logs', 's.jsonl'), claudeLines('s', ['a']).join('\n'));
  expect((await readAll({ paths: [repo] })).sessions).toMatchObject([{ id: 's' }]);
});

test('a repository without a commit, and a folder that only looks like one', async () => {
  const repo = tempDir();
  git(repo, 'init', '-q');
  write(path.join(repo, 's.jsonl'), claudeText('s', ['a']));
  expect((await readAll({ paths: [repo] })).sessions).toHaveLength(1);
  const folder = tempDir();
  write(path.join(folder, '.git'), 'x');
  await expect(readAll({ paths: [folder] })).rejects.toThrow(expect.objectContaining({ code: 'git_failed' }));
});

test.skipIf(process.platform === 'win32')('a repository that makes git wait for ever was waited for', async () => {
  const repo = tempDir();
  git(repo, 'init', '-q');
  rmSync(path.join(repo, '.git/config'));
  execFileSync('mkfifo', [path.join(repo, '.git/config')]);
  const { signal } = new AbortController();
  await expect(pathSources(repo, { PATH: process.env['PATH'] }, signal, 200)).rejects.toThrow(
    `cannot read "${repo}" as a git repository: git took too long`,
  );
});

test.skipIf(process.platform === 'win32')('an object that makes git wait for ever was waited for', async () => {
  const repo = tempDir();
  git(repo, 'init', '-q');
  const blob = 'ab'.padEnd(40, '1');
  mkdirSync(path.join(repo, '.git/objects/ab'), { recursive: true });
  execFileSync('mkfifo', [path.join(repo, '.git/objects/ab', blob.slice(2))]);
  const from = { repo, env: { PATH: process.env['PATH'] }, timeout: 200 };
  const { signal } = new AbortController();
  const read = async () => await streamBlob(from, blob, signal).next();
  await expect(read()).rejects.toThrow(`cannot read object "${blob}" of "${repo}"`);
});

test('sessions in a folder whose repository is broken were not read', async () => {
  const folder = tempDir();
  write(path.join(folder, '.git'), '');
  write(path.join(folder, 's.jsonl'), claudeText('s', ['a']));
  expect((await readAll({ paths: [folder] })).sessions).toMatchObject([{ id: 's' }]);
});
