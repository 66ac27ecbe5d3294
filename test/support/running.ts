import { processTable } from '../../launcher/platform/process/process-tree.ts';
import { until } from './until.ts';

/** Returns those of `pids` that run. A process that ended but was not yet reaped by its parent does not count. */
export async function running(pids: readonly number[]): Promise<readonly number[]> {
  const table = await processTable();
  return pids.filter((pid) => table.some((entry) => entry.pid === pid));
}

/** Resolves once none of `pids` runs. The system takes a moment to remove a killed process. */
export async function ended(pids: readonly number[]): Promise<void> {
  await until(async () => ((await running(pids)).length === 0 ? true : undefined));
}
