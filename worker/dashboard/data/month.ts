import type { LedgerScope } from '../../../src/teams/usage/ledger-query.ts';
import type { LedgerStore } from '../../../src/teams/usage/ledger-store.ts';

/** Input bytes of each team since the month began, by team. Rejects with a `SqlError`. */
export async function readMonth(
  store: Pick<LedgerStore, 'usage'>,
  scope: LedgerScope,
  at: number,
): Promise<ReadonlyMap<string, number>> {
  const now = new Date(at);
  const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const to = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  const rows = await store.usage({ scope, from, to, period: 'day', groupBy: ['team'] });
  return new Map(rows.map(({ team = '', bytesIn }) => [team, bytesIn]));
}
