import type { CountTokens } from '../../src/tokens/count-tokens.ts';
import { type CarriedSession, carry } from './carry.ts';
import { countRecord, toCarrying } from './count-record.ts';
import type { ToLedger } from './ledger-messages.ts';
import type { AgainRecord, LedgerRecord } from './ledger-record.ts';
import type { Savings } from './savings.ts';
import type { SavingsStore, StoredSession } from './savings-store.ts';
import type { Trial } from './trial.ts';

/** Counts records and adds them to the ledger, in the order that they were made in. Rejects with a `SqlError`. */
export async function writeRecords(
  { place: { project, run }, records }: ToLedger,
  store: Pick<SavingsStore, 'add' | 'session'>,
  count: CountTokens,
): Promise<void> {
  const rows: Savings[] = [];
  const sessions = new Map<string, StoredSession>();
  const trial: Trial[] = [];
  for (const record of records) {
    if (record.kind === 'again') {
      trial.push({ ...NO_TRIAL, started: record.at, again: 1 });
      continue;
    }
    const row = countRecord(record, { project, count });
    const carried = await carriedTo(record, row);
    rows.push({ ...row, carried });
    if (record.kind !== 'call' || record.builtin !== true || !record.shadow) continue;
    const { raw, shown } = row;
    trial.push({ started: record.at, results: 1, shortened: Number(record.shortened), raw, shown, carried, again: 0 });
  }
  await store.add({ savings: rows, run, sessions: [...sessions.values()], trial });

  async function carriedTo(record: Exclude<LedgerRecord, AgainRecord>, row: Savings): Promise<number> {
    const { session } = record;
    if (session === undefined) return 0;
    const { day, shadow } = row;
    const key = `${session.id} ${shadow}`;
    const before: CarriedSession | undefined = sessions.get(key) ?? (await store.session(session.id, shadow));
    const carried = carry(before, session, toCarrying(record, row, count));
    sessions.set(key, { ...carried.session, id: session.id, shadow, day });
    return carried.carried;
  }
}

const NO_TRIAL: Trial = { started: 0, results: 0, shortened: 0, raw: 0, shown: 0, carried: 0, again: 0 };
