import { processTable } from '../../launcher/system/process/process-table.ts';

/** Those of `pids` that run. One that ended but was not collected by its parent does not. */
export async function running(pids: readonly number[]): Promise<readonly number[]> {
  const table = await processTable();
  return pids.filter((pid) => table.some((entry) => entry.pid === pid));
}
