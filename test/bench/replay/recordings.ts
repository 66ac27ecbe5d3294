import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type Log, readClaudeLog } from './claude-log.ts';

/** A session of an agent as its tool logged it. */
export interface Recording extends Log {
  readonly id: string;
}

/** Where the tool Entire (https://entire.io) commits the logs of the sessions that a repository was written in. */
const BRANCHES = ['refs/heads/entire/checkpoints/v1', 'refs/remotes/origin/entire/checkpoints/v1'];
const LOG = '/full.jsonl';
const ABOUT = '/metadata.json';
const MOST_BYTES = 256 * 1024 * 1024;
/** A session that shares more of its messages with a longer one is that one, resumed. */
const MOST_SHARED = 0.05;

/**
 * The sessions that a repository has recorded, oldest first. Every checkpoint holds its session from the beginning: the
 * longest log that is there counts. One that a partial clone has left out is passed over; none is fetched.
 */
export function readRecordings(repo: string): readonly Recording[] {
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', ['-C', repo, ...args], {
      ...{ encoding: 'utf8', input, maxBuffer: MOST_BYTES, stdio: ['pipe', 'pipe', 'ignore'] },
      env: { ...process.env, GIT_NO_LAZY_FETCH: '1' },
    });
  const branch = git(['for-each-ref', '--format=%(refname)', ...BRANCHES]).split('\n')[0] ?? '';
  if (branch === '') throw new Error(`No recorded sessions in "${repo}": it has no branch entire/checkpoints/v1`);
  const longest = new Map<string, { readonly blob: string; readonly size: number }>();
  const { logs, abouts } = list(git(['ls-tree', '-r', '-l', '-z', branch]));
  for (const [folder, log] of logs) {
    const about = abouts.get(folder);
    const session = about === undefined ? undefined : sessionOf(git(['cat-file', 'blob', about]));
    if (session !== undefined && log.size > (longest.get(session)?.size ?? 0)) longest.set(session, log);
  }
  const read = [...longest].flatMap(([id, { blob }]) => {
    const log = readClaudeLog(git(['cat-file', 'blob', blob]));
    return log === undefined ? [] : [{ id, ...log }];
  });
  return withoutRepeats(read).toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}

/** Logs that are there and what is said about them, by folder. */
function list(tree: string) {
  const logs = new Map<string, { readonly blob: string; readonly size: number }>();
  const abouts = new Map<string, string>();
  for (const line of tree.split('\0')) {
    const [about = '', file = ''] = line.split('\t');
    const [, , blob = '', size] = about.split(/ +/);
    // Of one that is not there no size is known.
    if (file.endsWith(LOG) && Number(size) > 0) logs.set(path.posix.dirname(file), { blob, size: Number(size) });
    if (file.endsWith(ABOUT)) abouts.set(path.posix.dirname(file), blob);
  }
  return { logs, abouts };
}

function sessionOf(about: string): string | undefined {
  const { session_id: id } = JSON.parse(about) as { readonly session_id?: string };
  return id;
}

function withoutRepeats(recordings: readonly Recording[]): readonly Recording[] {
  const seen = new Set<string>();
  return recordings
    .toSorted((a, b) => b.events.length - a.events.length)
    .filter(({ ids }) => {
      const shared = [...ids].filter((id) => seen.has(id)).length;
      for (const id of ids) seen.add(id);
      return shared <= ids.size * MOST_SHARED;
    });
}
