import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { copySqlite } from '../../platform/sqlite/copy-sqlite.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { bucketKey, openBackups, withTemporary } from './in-bucket.ts';
import { workerDatabase } from './worker-database.ts';

/** Copies a worker's database into one file. The worker may be running. */
export async function runBackup(
  context: CommandContext,
  given: GivenOptions,
  [operand]: readonly string[],
): Promise<number> {
  const { cwd, stdout, stderr } = context;
  if (operand === undefined) throw new UsageError('cannot back up: FILE is missing');
  const from = workerDatabase(context, given);
  const key = bucketKey(operand);
  const to = key === undefined ? path.resolve(cwd, operand) : operand;
  const refuse = (why: string): number => {
    stderr.write(`mcp-pruner: cannot back up to "${to}": ${why}\n`);
    return 1;
  };
  if (!existsSync(from)) return refuse(`there is no "${from}": expected the folder that serve uses in --data`);
  if (key !== undefined) {
    const bucket = await openBackups(context);
    try {
      if (given['force'] !== true && (await bucket.has(key))) return refuse('it exists already; --force replaces it');
      await withTemporary(from, async (copy) => {
        await copySqlite(from, copy);
        await bucket.store(key, copy);
        stdout.write(`${to} (${statSync(copy).size} bytes)\n`);
      });
      return 0;
    } catch (error) {
      return refuse((error as Error).message);
    }
  }
  if (existsSync(to) && given['force'] !== true) return refuse('it exists already; --force replaces it');
  try {
    await copySqlite(from, to);
  } catch (error) {
    return refuse((error as Error).message);
  }
  stdout.write(`${to} (${statSync(to).size} bytes)\n`);
  return 0;
}
