import type { CountTokens } from '../../src/base/tokens/count-tokens.ts';
import { toSqlError } from '../../src/storage/sql-error.ts';
import { type CarriedSession, type Carrying, carry } from './carry.ts';
import type { ToLedger } from './ledger-messages.ts';
import type { AgainRecord, DefinitionsRecord, LedgerRecord, WholeRecord } from './ledger-record.ts';
import { localDay } from './local-day.ts';
import { DEFINITIONS, NOTHING, type Savings } from './savings.ts';
import type { CountedResult, SavingsStore, StoredSession, WholeResult } from './savings-store.ts';
import type { Trial } from './trial.ts';

/** Records of tokens. */
export type TokenRecord = Exclude<LedgerRecord, AgainRecord | WholeRecord>;

interface CountOptions {
  readonly project: string;
  readonly count: CountTokens;
}

/** Counts the tokens that a record adds to the ledger. */
export function countRecord(record: TokenRecord, { project, count }: CountOptions): Savings {
  const tokens = (text: string, scale = 1): number => Math.round(count(text) * scale);
  const row = { ...NOTHING, day: localDay(record.at), project, shadow: false, calls: 1 };
  const written = record.kind === 'definitions' ? 0 : tokens(record.written ?? '');
  switch (record.kind) {
    case 'definitions':
      if (record.session !== undefined) return { ...row, tool: DEFINITIONS, calls: 0 };
      // Definitions that are listed later belong to a session that is already counted.
      return {
        ...row,
        tool: DEFINITIONS,
        calls: record.own.length === 0 ? 0 : 1,
        definitions: definitionTokens(record, count),
      };
    case 'fetch':
      return { ...row, tool: record.tool, written, fetched: tokens(record.shown, record.scales?.shown) };
    case 'call': {
      const { tool, shadow, raw, shown, scales } = record;
      const call = { ...row, tool, shadow, written, asked: record.asked ? 1 : 0 };
      const seen = tokens(shown, scales?.shown);
      if (record.repeated) return { ...call, fetched: seen };
      return { ...call, raw: raw === shown ? seen : tokens(raw, scales?.raw), shown: seen };
    }
  }
}

/** Returns the tokens that a record adds to its session. The second argument is the record's row. */
function toCarrying(record: TokenRecord, { raw, shown, fetched }: Savings, count: CountTokens): Carrying {
  const spared = raw - shown - fetched;
  if (record.kind !== 'definitions') return { spared, definitions: 0 };
  return { spared, definitions: definitionTokens(record, count), isAll: record.own.length > 0 };
}

function definitionTokens({ own, others }: DefinitionsRecord, tokens: CountTokens): number {
  const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + tokens(text), 0);
  const added = others.filter(({ listed, straight }) => listed !== straight);
  return sum(own) + sum(added.map(({ listed }) => listed)) - sum(added.map(({ straight }) => straight));
}

type Store = Pick<SavingsStore, 'add' | 'session' | 'isCounted'>;

/** Max attempts, if servers of one session write about the same result at the same time. */
const MAX_TRIES = 4;

/**
 * Counts records and adds them to the ledger in their order. Skips a result that another server has written already.
 * Rejects with a `SqlError`.
 */
export async function writeRecords(given: ToLedger, store: Store, count: CountTokens): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await writeOnce(given, store, count);
      return;
    } catch (error) {
      // Another server has written one of the results in the meantime.
      if (toSqlError(error).code !== 'constraint' || tries === MAX_TRIES) throw error;
    }
  }
}

async function writeOnce(
  { place: { project, run }, records }: ToLedger,
  store: Store,
  count: CountTokens,
): Promise<void> {
  const rows: Savings[] = [];
  const sessions = new Map<string, StoredSession>();
  const trial: Trial[] = [];
  const results = new Map<string, CountedResult>();
  const whole: WholeResult[] = [];
  for (const record of records) {
    const result = nameOf(record);
    if (result !== undefined) {
      if (results.has(result) || (await store.isCounted(result))) continue;
      results.set(result, { result, day: localDay(record.at) });
    }
    if (record.kind === 'whole') {
      const { at, reason, session = '' } = record;
      whole.push({ day: localDay(at), reason, session });
      continue;
    }
    if (record.kind === 'again') {
      trial.push({ ...NO_TRIAL, started: Math.floor(record.at - record.ageMs), again: 1 });
      continue;
    }
    const row = countRecord(record, { project, count });
    const carried = await carriedTo(record, row);
    rows.push({ ...row, carried });
    if (record.kind !== 'call' || record.builtin !== true || !record.shadow) continue;
    const { raw, shown } = row;
    trial.push({ started: record.at, results: 1, shortened: Number(record.shortened), raw, shown, carried, again: 0 });
  }
  await store.add({
    savings: rows,
    run,
    sessions: [...sessions.values()],
    trial,
    results: [...results.values()],
    whole,
  });

  async function carriedTo(record: TokenRecord, row: Savings): Promise<number> {
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

/** Names a result for one mode, because each mode counts it once. */
function nameOf(record: LedgerRecord): string | undefined {
  if (record.kind === 'again' || record.kind === 'whole') return record.result && `${record.kind} ${record.result}`;
  if (record.kind !== 'call') return undefined;
  return record.result && `${record.shadow ? 'shadow' : 'shown'} ${record.result}`;
}

const NO_TRIAL: Trial = { started: 0, results: 0, shortened: 0, raw: 0, shown: 0, carried: 0, again: 0 };
