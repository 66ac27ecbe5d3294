import { wait } from '../../base/in-time.ts';
import { SqlError } from '../../storage/sql-error.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { UsageRecord } from './usage-record.ts';
import { createWaitingRecords, type WaitingRecords } from './waiting-records.ts';

/** Max UTF-16 units of a stored name. */
const LONGEST_NAME = 64;

const count = (number: number): number => (Number.isFinite(number) ? Math.max(0, Math.round(number)) : 0);
const name = (text: string): string => text.slice(0, LONGEST_NAME);

/**
 * Returns a record that every database accepts. A refused record would keep the others of its batch from being written.
 */
function toSaneRecord(record: UsageRecord): UsageRecord {
  const { durationMs } = record;
  return {
    ...record,
    at: count(record.at),
    tool: name(record.tool),
    kind: record.kind === null ? null : name(record.kind),
    engine: record.engine === null ? null : name(record.engine),
    outcome: name(record.outcome),
    bytesIn: count(record.bytesIn),
    tokensIn: count(record.tokensIn),
    tokensOut: count(record.tokensOut),
    durationMs: Number.isFinite(durationMs) ? Math.max(0, durationMs) : 0,
  };
}

/** Keeps the host alive until work that outlives its request is done: `ctx.waitUntil` on Cloudflare. */
export type KeepAlive = (work: Promise<unknown>) => void;

export interface LedgerCounters {
  /** Records written, and dropped because the queue was full or the database refused them for good. */
  readonly written: number;
  readonly dropped: number;
  /** Pending records. */
  readonly waiting: number;
  /** Failed writes; their records were retried or dropped. */
  readonly failures: number;
}

/** Records usage without ever delaying or failing a request. */
export type Ledger = ReturnType<typeof createLedger>;

export interface LedgerOptions {
  readonly store: LedgerStore;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Waits between a record and its writing. Default `setTimeout`. */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
  /** Makes batch ids. Default: random UUIDs. */
  readonly newId?: (() => string) | undefined;
  /** How long records are collected before they are written. Default 1,000 ms. */
  readonly flushMs?: number | undefined;
  /** Max pending records while the database fails; beyond it the oldest are dropped. Default 10,000. */
  readonly maxWaiting?: number | undefined;
  /** Max records per transaction. Default 2,000: 300 kB of JSON, of the 2 MB that D1 takes per value. */
  readonly maxBatch?: number | undefined;
  /**
   * Time after which in-flight work counts as lost with its request, because Cloudflare stops work kept alive after 30
   * s. Default 60,000 ms.
   */
  readonly lostMs?: number | undefined;
  /** Called when writing begins to fail; not again before a write has succeeded. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

const FLUSH_MS = 1_000;
const MAX_WAITING = 10_000;
const MAX_BATCH = 2_000;
const LOST_MS = 60_000;
const EXPIRE_EVERY_MS = 3_600_000;

/** Creates a ledger over a store. Records that could not be written stay pending and are retried with the next ones. */
export function createLedger(options: LedgerOptions) {
  const { now = Date.now, pause = wait, flushMs = FLUSH_MS, lostMs = LOST_MS } = options;
  const waiting = createWaitingRecords({
    max: options.maxWaiting ?? MAX_WAITING,
    batch: options.maxBatch ?? MAX_BATCH,
    newId: options.newId ?? (() => crypto.randomUUID()),
  });
  const isLost = ({ since }: Started): boolean => Math.abs(now() - since) >= lostMs;
  const writer = createLedgerWriter(options, waiting, isLost);
  const recorded = new Map<string, number>();
  let gathering: Started | undefined;

  const gather = async (): Promise<void> => {
    const mine = { since: now() };
    gathering = mine;
    await pause(flushMs);
    if (gathering === mine) gathering = undefined;
    await writer.write();
    // Awaited so that the host stays alive for it too.
    await writer.expired();
  };

  return {
    /**
     * Takes a record and returns at once; never throws. Records are written in batches a little later. If this record
     * starts that work, it is handed to `keepAlive`.
     */
    record: (record: UsageRecord, keepAlive: KeepAlive = () => {}): void => {
      const sane = toSaneRecord(record);
      waiting.push(sane);
      recorded.set(sane.team, (recorded.get(sane.team) ?? 0) + sane.bytesIn);
      if (gathering === undefined || isLost(gathering)) {
        const work = gather().catch(() => {});
        try {
          keepAlive(work);
        } catch {
          // If `keepAlive` throws, the work runs only as long as the host does.
        }
      }
    },
    /** Resolves once all records are written, or the database has refused one batch. Never rejects. */
    flush: async (): Promise<void> => {
      for (let more = true; more && waiting.size() > 0; ) more = await writer.write();
    },
    counters: (): LedgerCounters => {
      const { written, failures } = writer.counts();
      return { written, dropped: waiting.dropped(), waiting: waiting.size(), failures };
    },
    /** True if records could not be written, and still wait. */
    isBehind: (): boolean => writer.isFailing() && waiting.size() > 0,
    /** Input bytes of a team that are not yet in the month's sum in the database. */
    pendingBytes: waiting.bytes,
    /** Input bytes of a team recorded since this ledger was created, written or not. */
    recordedBytes: (team: string): number => recorded.get(team) ?? 0,
  };
}

/** Work in progress, which is lost if its request ends. */
interface Started {
  readonly since: number;
}

function createLedgerWriter(
  { store, now = Date.now, onFailure = () => {} }: LedgerOptions,
  waiting: WaitingRecords,
  isLost: (work: Started) => boolean,
) {
  let written = 0;
  let failures = 0;
  let inARow = 0;
  let writing: (Started & { done: Promise<boolean> }) | undefined;

  const fail = (error: unknown): void => {
    failures += 1;
    if (inARow++ === 0) onFailure(error);
  };
  const expiry = hourlyExpiry(() => store.expire().catch(fail), now);

  /** Writes the records that are pending when it starts; later ones wait for the next round. */
  const writeAll = async (isMine: () => boolean): Promise<boolean> => {
    for (let left = waiting.size(); left > 0; ) {
      const batch = waiting.take();
      if (batch === undefined) break;
      left -= batch.records.length;
      try {
        await store.write(batch);
        if (!isMine()) return false;
        waiting.settle();
        inARow = 0;
        written += batch.records.length;
      } catch (error) {
        if (!isMine()) return false;
        fail(error);
        // A retry would be refused again and block all later records.
        if (error instanceof SqlError && error.code === 'constraint') waiting.drop();
        else waiting.putBack();
        return false;
      }
    }
    // Not awaited: it may take seconds, and records that come meanwhile have to be written.
    expiry.begin();
    return true;
  };

  return {
    /** Writes the pending records, one batch at a time. Resolves to false if a batch failed. Never rejects. */
    async write(): Promise<boolean> {
      while (writing !== undefined && !isLost(writing)) await writing.done;
      if (writing !== undefined) waiting.putBack();
      const mine = { since: now(), done: Promise.resolve(false) };
      writing = mine;
      mine.done = writeAll(() => writing === mine).finally(() => {
        if (writing === mine) writing = undefined;
      });
      return mine.done;
    },
    /**
     * Resolves once records past their retention are deleted. The deletion begins after a write, at most once an hour.
     * Never rejects.
     */
    expired: expiry.done,
    counts: (): Pick<LedgerCounters, 'written' | 'failures'> => ({ written, failures }),
    isFailing: (): boolean => inARow > 0,
  };
}

/** Begins an expiry at most once an hour. `done` resolves when the last one has ended. */
function hourlyExpiry(expire: () => Promise<void>, now: () => number) {
  let began = Number.NEGATIVE_INFINITY;
  let expiring = Promise.resolve();
  return {
    begin(): void {
      if (Math.abs(now() - began) < EXPIRE_EVERY_MS) return;
      began = now();
      expiring = expire();
    },
    done: (): Promise<void> => expiring,
  };
}
