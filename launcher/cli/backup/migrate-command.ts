import { existsSync } from 'node:fs';
import path from 'node:path';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { moveWorker, updateWorker } from '../serve-command.ts';

const isUrl = (place: string): boolean => /^postgres(ql)?:/.test(place);

/**
 * Copies a worker's data to another database, and compares the numbers of rows. Without a source, only brings the tables
 * of the target up to date.
 */
export async function runMigrate({ env, cwd, stdout, stderr }: CommandContext, given: GivenOptions): Promise<number> {
  const { from, to = env['PRUNER_DATABASE_URL'] } = given;
  if (from === undefined && typeof to === 'string' && isUrl(to)) return updateTables(to, { stdout, stderr });
  if (typeof from !== 'string' || typeof to !== 'string')
    throw new UsageError(
      'cannot migrate: expected --from and --to, each a folder or a postgres:// URL, or --to alone (default: PRUNER_DATABASE_URL), a postgres:// URL',
    );
  const [source, target] = [from, to].map((place) => (isUrl(place) ? place : path.resolve(cwd, place))) as [
    string,
    string,
  ];
  if (!isUrl(source) && !existsSync(path.join(source, 'worker.sqlite'))) {
    stderr.write(`mcp-pruner: cannot migrate: there is no "${path.join(source, 'worker.sqlite')}"\n`);
    return 1;
  }
  try {
    const isComplete = await moveWorker(source, target, ({ table, from: before, to: after }) =>
      stdout.write(`${table}: ${after} of ${before} rows\n`),
    );
    if (isComplete) return 0;
    stderr.write('mcp-pruner: the target has fewer rows: run the same command again\n');
  } catch (error) {
    stderr.write(`mcp-pruner: cannot migrate: ${(error as Error).message}\n`);
  }
  return 1;
}

async function updateTables(
  url: string,
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
): Promise<number> {
  try {
    await updateWorker(url);
    stdout.write('the tables are up to date\n');
    return 0;
  } catch (error) {
    stderr.write(`mcp-pruner: cannot migrate: ${(error as Error).message}\n`);
    return 1;
  }
}
