import { chmodSync, chownSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { copySqlite, setAside } from '../../platform/sqlite/copy-sqlite.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { workerDatabase } from './worker-database.ts';

/** Replaces a worker's database with a backup. The old database is moved aside, never overwritten. */
export async function runRestore(
  context: CommandContext,
  given: GivenOptions,
  [operand]: readonly string[],
): Promise<number> {
  const { cwd, stdout, stderr } = context;
  if (operand === undefined) throw new UsageError('cannot restore: FILE is missing');
  const from = path.resolve(cwd, operand);
  const to = workerDatabase(context, given);
  const refuse = (why: string): number => {
    stderr.write(`mcp-pruner: cannot restore "${from}": ${why}\n`);
    return 1;
  };
  if (!existsSync(from)) return refuse('there is no such file');
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
