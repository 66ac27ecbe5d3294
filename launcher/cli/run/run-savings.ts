import { existsSync } from 'node:fs';
import path from 'node:path';
import { hasSqlite } from '../../platform/sqlite/load-sqlite.ts';
import { LEDGER_FILE, openSavings } from '../../savings/open-savings.ts';
import { netOf, type SavingsSums } from '../../savings/savings.ts';

/** Returns a run's savings from the ledger in MCP_PRUNER_HOME; undefined if there are none. Never rejects. */
export async function runSavings(home: string, run: string): Promise<SavingsSums | undefined> {
  if (!hasSqlite() || !existsSync(path.join(home, LEDGER_FILE))) return undefined;
  try {
    const store = await openSavings(home, () => {});
    try {
      return await store.ofRun(run);
    } finally {
      store.close();
    }
  } catch {
    return undefined;
  }
}

const count = new Intl.NumberFormat('en');

/** Formats a run's savings as one line. */
export function savedLine(sums: SavingsSums): string {
  const net = netOf(sums);
  const calls = `${count.format(sums.calls)} ${sums.calls === 1 ? 'call' : 'calls'}`;
  const share = sums.raw === 0 ? '' : ` of ${count.format(sums.raw)}`;
  const verb = net < 0 ? 'cost' : 'saved';
  return `${verb} ${count.format(Math.abs(net))} tokens net${share} in ${calls} (definitions ${count.format(sums.definitions)}, fetched back ${count.format(sums.fetched)})`;
}
