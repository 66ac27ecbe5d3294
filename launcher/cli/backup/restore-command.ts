import { chmodSync, chownSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { copySqlite, setAside } from '../../platform/sqlite/copy-sqlite.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { bucketKey, openBackups, withTemporary } from './in-bucket.ts';
import { workerDatabase } from './worker-database.ts';

/** Replaces a worker's database with a backup. The old database is moved aside, never overwritten. */
export async function runRestore(
  context: CommandContext,
  given: GivenOptions,
  [operand]: readonly string[],
): Promise<number> {
  const { cwd, stderr } = context;
  if (operand === undefined) throw new UsageError('cannot restore: FILE is missing');
  const to = workerDatabase(context, given);
  const key = bucketKey(operand);
  const from = key === undefined ? path.resolve(cwd, operand) : operand;
  const refuse = (why: string): number => {
    stderr.write(`mcp-pruner: cannot restore "${from}": ${why}\n`);
    return 1;
  };
  if (key === undefined)
    return existsSync(from) ? restoreFile(from, to, { ...context, given, refuse }) : refuse('there is no such file');
  const bucket = await openBackups(context);
  makeFolder(path.dirname(to));
  return withTemporary(to, async (copy) => {
    try {
      if (!(await bucket.fetch(key, copy))) return refuse('there is no such backup in the bucket');
    } catch (error) {
      return refuse((error as Error).message);
    }
    return restoreFile(copy, to, { ...context, given, refuse });
  });
}

interface Restoring extends Pick<CommandContext, 'stdout'> {
  readonly given: GivenOptions;
  /** Tells why nothing was restored; returns the exit code. */
  readonly refuse: (why: string) => number;
}

async function restoreFile(from: string, to: string, { stdout, given, refuse }: Restoring): Promise<number> {
  const isThere = existsSync(to);
  if (isThere && given['force'] !== true) return refuse(`"${to}" exists already; --force renames it`);
  const ready = `${to}.restored`;
  try {
    makeFolder(path.dirname(to));
    // Copy and check the backup before moving anything.
    await copySqlite(from, ready);
    takeOwner(ready, isThere ? to : path.dirname(to));
    if (isThere) chmodSync(ready, statSync(to).mode & 0o777);
    const before = isThere ? await setAside(to) : undefined;
    renameSync(ready, to);
    stdout.write(`${to}${before === undefined ? '' : ` (moved aside to ${before})`}\n`);
    return 0;
  } catch (error) {
    rmSync(ready, { force: true });
    return refuse((error as Error).message);
  }
}

/** Gives the file the owner of `from`, as root may restore for another user's service. */
function takeOwner(file: string, from: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(from);
  chownSync(file, uid, gid);
}
