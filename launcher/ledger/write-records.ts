import type { CountTokens } from '../../src/tokens/count-tokens.ts';
import { type CarriedSession, carry } from './carry.ts';
import { countRecord, toCarrying } from './count-record.ts';
import type { ToLedger } from './ledger-messages.ts';
import type { Savings } from './savings.ts';
import type { SavingsStore, StoredSession } from './savings-store.ts';

/** Counts records and adds them to the ledger, in the order that they were made in. Rejects with a `SqlError`. */
export async function writeRecords(
  { place: { project, run }, records }: ToLedger,
  store: Pick<SavingsStore, 'add' | 'session'>,
  count: CountTokens,
): Promise<void> {
  const rows: Savings[] = [];
  const sessions = new Map<string, StoredSession>();
  for (const record of records) {
    const row = countRecord(record, { project, count });
    const { session } = record;
    if (session === undefined) {
      rows.push(row);
      continue;
    }
    const { day, shadow } = row;
    const key = `${session.id} ${shadow}`;
    const before: CarriedSession | undefined = sessions.get(key) ?? (await store.session(session.id, shadow));
    const carried = carry(before, session, toCarrying(record, row, count));
    sessions.set(key, { ...carried.session, id: session.id, shadow, day });
    rows.push({ ...row, carried: carried.carried });
  }
  await store.add(rows, run, [...sessions.values()]);
}
