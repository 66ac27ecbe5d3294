import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileSource } from '../../../../launcher/hosts/file-source.ts';
import type { SessionSource, UserPlaces } from '../../../../launcher/hosts/recordings.ts';
import { walkFiles } from '../../../../launcher/platform/files/walk-files.ts';
import { newestFirst, stores } from '../../../../launcher/sessions/own-sources.ts';
import { GitError } from '../git.ts';
import { entireSources } from './entire-sources.ts';
import { type Repository, streamBlob } from './git-blobs.ts';
import { listTree } from './git-tree.ts';

/** A given path to search for sessions does not exist. */
export class SessionPathError extends Error {
  override readonly name = 'SessionPathError';
  readonly code = 'sessions_not_found';
}

const SESSION_FILE = /\.(?:jsonl|json|traj)$/;

/**
 * Finds possible sessions at a path: a file, a git repository (the branch on which the tool Entire stores sessions, or trajectories committed at HEAD), a
 * host's own storage, or a folder of files in any known format.
 */
export async function pathSources(
  place: string,
  env: UserPlaces['env'],
  signal: AbortSignal,
  timeout?: number,
): Promise<readonly SessionSource[]> {
  const about = await stat(place).catch(() => undefined);
  if (about === undefined) {
    throw new SessionPathError(`cannot read sessions of "${place}": no such file, folder or git repository`);
  }
  if (about.isFile()) {
    for (const store of await stores()) {
      const found = store.inFile(place);
      if (found !== undefined) return await found;
    }
    const source = await fileSource(place);
    return source === undefined ? [] : [source];
  }
  const committed = (await isRepository(place)) ? await gitSources({ repo: place, env, timeout }, signal) : [];
  if (!(committed instanceof GitError) && committed.length > 0) return committed;
  for (const store of await stores()) {
    const stored = await store.inFolder(place);
    if (stored.length > 0) return stored;
  }
  const found: SessionSource[] = [];
  for await (const file of walkFiles(place, (name) => SESSION_FILE.test(name))) {
    signal.throwIfAborted();
    const source = await fileSource(file);
    if (source !== undefined) found.push(source);
  }
  // A folder may contain sessions even if its repository is broken.
  if (committed instanceof GitError && found.length === 0) throw committed;
  return newestFirst(found);
}

/** Returns the sources of a repository, or the error if git cannot read it. */
async function gitSources(from: Repository, signal: AbortSignal): Promise<readonly SessionSource[] | GitError> {
  let recorded: readonly SessionSource[] | undefined;
  try {
    recorded = await entireSources(from, signal);
  } catch (error) {
    if (error instanceof GitError) return error;
    throw error;
  }
  if (recorded !== undefined) return recorded;
  try {
    return await committedTrajectories(from, signal);
  } catch (error) {
    // A repository without commits has no trajectories either.
    if (error instanceof GitError) return [];
    throw error;
  }
}

/** True for the top folder of a working tree, and for a bare repository. */
async function isRepository(folder: string): Promise<boolean> {
  const has = async (name: string): Promise<boolean> =>
    (await stat(path.join(folder, name)).catch(() => undefined)) !== undefined;
  return (await has('.git')) || ((await has('HEAD')) && (await has('objects')) && (await has('refs')));
}

const TRAJECTORY = /\.traj(?:\.json)?$/;

/** Finds the trajectory files committed at HEAD. Works with bare repositories too. */
async function committedTrajectories(from: Repository, signal: AbortSignal): Promise<readonly SessionSource[]> {
  const files = await listTree(from, 'HEAD', signal);
  return files
    .filter(({ file }) => TRAJECTORY.test(file))
    .map(({ file, blob, bytes }) => ({
      ...{ place: `${from.repo}:${file}`, repository: from.repo, changedAt: undefined, bytes: bytes ?? 0 },
      open: (stopped) => streamBlob(from, blob, stopped),
    }));
}
