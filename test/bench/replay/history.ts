import { execFileSync } from 'node:child_process';

/** A file that a commit changed, in its state before the commit. */
export interface Change {
  readonly path: string;
  /** Unified diff of the change. */
  readonly diff: string;
}

export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly body: string;
  readonly changes: readonly Change[];
}

export interface History {
  readonly name: string;
  /** Hashes of all commits except merges, oldest first. */
  readonly hashes: readonly string[];
  commit(hash: string): Commit;
  /** Content of a file at a commit; undefined if there is no such file. */
  file(commit: string, path: string): string | undefined;
  /** Hash of the blob, equal for equal contents. */
  blob(commit: string, path: string): string | undefined;
  paths(commit: string): readonly string[];
  /** Matches of `git grep` for a fixed string, at most `lines` lines. */
  grep(commit: string, words: string, lines: number): string;
  /** Commits that last changed the lines that this commit changes. */
  blamed(hash: string, path: string, first: number, last: number): readonly string[];
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a repository's history. Runs none of its code. */
export function openHistory(repo: string, name: string): History {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', repo, '-c', 'core.quotePath=false', ...args], {
      encoding: 'utf8',
      maxBuffer: MAX_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const attempt = (...args: readonly string[]): string | undefined => {
    try {
      return git(...args);
    } catch {
      return undefined;
    }
  };
  const trees = new Map<string, ReadonlyMap<string, string>>();
  const tree = (commit: string): ReadonlyMap<string, string> => {
    const known = trees.get(commit);
    if (known !== undefined) return known;
    const listed = (attempt('ls-tree', '-r', '-z', commit) ?? '').split('\0').filter((line) => line !== '');
    const read = new Map(
      listed.map((line) => {
        const [about = '', path = ''] = line.split('\t');
        return [path, about.split(' ')[2] ?? ''] as const;
      }),
    );
    trees.clear();
    trees.set(commit, read);
    return read;
  };
  return {
    name,
    hashes: git('rev-list', '--no-merges', '--reverse', 'HEAD').trim().split('\n'),
    commit(hash) {
      const [subject = '', ...body] = git('show', '-s', '--format=%B', hash).trim().split('\n');
      const diff =
        attempt('diff', '--no-color', '--no-ext-diff', '--no-renames', '--diff-filter=M', `${hash}^`, hash) ?? '';
      const changes = diff.split(/^(?=diff --git )/m).flatMap((one) => {
        const path = /^\+\+\+ b\/(.*)$/m.exec(one)?.[1];
        return path === undefined ? [] : [{ path, diff: one }];
      });
      return { hash, subject, body: body.join('\n').trim(), changes };
    },
    file: (commit, path) => attempt('show', `${commit}:${path}`),
    blob: (commit, path) => tree(commit).get(path),
    paths: (commit) => [...tree(commit).keys()],
    grep: (commit, words, lines) =>
      (attempt('grep', '-n', '-I', '-F', '-e', words, commit) ?? '')
        .split('\n')
        .slice(0, lines)
        .map((line) => line.slice(commit.length + 1, commit.length + 300))
        .join('\n'),
    blamed(hash, path, first, last) {
      const blame = attempt('blame', '-s', '-l', `-L${first},${last}`, `${hash}^`, '--', path) ?? '';
      return [...new Set(blame.split('\n').map((line) => line.slice(0, 40).replace(/^\^/, '')))].filter(
        (one) => one !== '',
      );
    },
  };
}
