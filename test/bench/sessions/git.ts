import { execFile } from 'node:child_process';

/** The repository cannot be read. The message is git's own. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly code = 'git_failed';
}

/** Runs git in a repository and resolves to its stdout. Rejects with a `GitError`, or with the signal's reason. */
export type Git = (...args: readonly string[]) => Promise<string>;

/** A repository can make git hang, for example with a named pipe as its configuration. */
export const GIT_TIMEOUT_MS = 120_000;
const MAX_BYTES = 256 * 1024 * 1024;

/** Overrides settings of a repository that could run programs or change git's output. */
const QUIET = [
  'core.quotePath=false',
  'core.fsmonitor=false',
  'diff.external=',
  'diff.relative=false',
  'log.showSignature=false',
].flatMap((setting) => ['-c', setting]);

/** Returns the arguments of a git command that reads `repo`. */
export function toGitArguments(repo: string, args: readonly string[]): readonly string[] {
  return ['-C', repo, ...QUIET, ...args];
}

/**
 * Returns the environment of a read-only git: no locks, no prompts, and no fetching of objects that a partial clone
 * lacks.
 */
export function toGitEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return {
    ...{ PATH: env['PATH'], HOME: env['HOME'], LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    ...{ GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' },
  };
}

/**
 * Opens a repository read-only. Its hooks, pagers, filters, signature checks and locks are not used. Objects that a
 * partial clone lacks are not fetched, because the repository chooses the program that fetches them. `git diff` also
 * needs --no-textconv and --no-ext-diff.
 */
export function openGit(
  repo: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  timeout: number = GIT_TIMEOUT_MS,
): Git {
  const options = { maxBuffer: MAX_BYTES, signal, timeout, env: toGitEnvironment(env) };
  return (...args) =>
    new Promise((resolve, reject) => {
      execFile('git', toGitArguments(repo, args), options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if (signal.aborted) reject(signal.reason);
        else reject(new GitError(toMessage(repo, error, stderr)));
      });
    });
}

function toMessage(repo: string, error: Error & { code?: unknown; killed?: boolean }, stderr: string): string {
  if (error.killed === true) return `cannot read "${repo}" as a git repository: git took too long`;
  if (error.code === 'ENOENT') return `cannot read "${repo}" as a git repository: git or the folder is not there`;
  return `cannot read "${repo}" as a git repository: ${stderr.trim().split('\n')[0] || error.message}`;
}
