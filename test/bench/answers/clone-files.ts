import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { toGitArguments, toGitEnvironment } from '../sessions/git.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** A file of a public repository. */
export interface RepositoryFile {
  readonly repo: string;
  readonly commit: string;
  readonly path: string;
}

/**
 * Reads a file from a clone in `folder`: `owner/name`, `owner+name` or `owner+name/repo`, with or without a work tree.
 * Undefined if there is no clone of its repository.
 */
export function readCloneFile(folder: string, { repo, commit, path: file }: RepositoryFile): Buffer | undefined {
  const joined = repo.replace('/', '+');
  const clone = [repo, path.join(joined, 'repo'), joined].map((one) => path.resolve(folder, one)).find(isClone);
  if (clone === undefined) return undefined;
  const args = toGitArguments(clone, ['cat-file', 'blob', `${commit}:${file}`]);
  return execFileSync('git', args, { maxBuffer: MAX_BYTES, env: toGitEnvironment(process.env), stdio: 'pipe' });
}

function isClone(folder: string): boolean {
  return existsSync(path.join(folder, '.git')) || existsSync(path.join(folder, 'HEAD'));
}
