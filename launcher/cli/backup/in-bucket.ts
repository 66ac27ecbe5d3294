import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type CommandContext, UsageError } from '../command.ts';
import { backupBucket } from '../serve-command.ts';

const IN_BUCKET = /^s3:(.*)$/;
const NAME = /^[\w-][\w.-]{0,199}$/;

/** Returns the key of a backup that is named `s3:NAME`; undefined for a file. Throws a `UsageError` for another name. */
export function bucketKey(operand: string): string | undefined {
  const name = IN_BUCKET.exec(operand)?.[1];
  if (name === undefined) return undefined;
  if (NAME.test(name)) return `backups/${name}`;
  throw new UsageError(`cannot use "${operand}": expected letters, digits, "-", "_" and "." after "s3:"`);
}

/** Opens the bucket of the worker's variables. Throws a `UsageError` if there is none. */
export async function openBackups({
  env,
}: Pick<CommandContext, 'env'>): Promise<NonNullable<Awaited<ReturnType<typeof backupBucket>>>> {
  const bucket = await backupBucket(env);
  if (bucket === undefined) throw new UsageError('cannot use "s3:": set PRUNER_ARTIFACTS_URL and PRUNER_ARTIFACTS_KEY');
  return bucket;
}

/** Runs `work` with the path of a temporary file beside `file`, on the same disk. */
export async function withTemporary<T>(file: string, work: (temporary: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(path.dirname(file), '.mcp-pruner-'));
  try {
    return await work(path.join(folder, 'worker.sqlite'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
