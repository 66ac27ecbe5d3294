import type { EventLog } from '../events/event-log.ts';
import type { Timers } from '../process/timers.ts';
import type { LedgerPlace } from './ledger-messages.ts';
import type { LedgerRecord, Unstamped } from './ledger-record.ts';
import { createPlaces } from './place-records.ts';
import { createRepeatedReads } from './repeated-reads.ts';
import { sampleText } from './sample-text.ts';
import { type LedgerWriter, startLedgerWriter } from './start-ledger-writer.ts';

/** Records what was saved and what it cost, after the answers, never before them. */
export interface SavingsLedger {
  /** Queues a record. Takes next to no time and never throws. */
  record(record: Unstamped): void;
  /** Resolves when all records are handed over to the writer, a process that outlives this one. */
  close(): Promise<void>;
}

export interface SavingsLedgerOptions extends Omit<LedgerPlace, 'now'> {
  readonly log: EventLog;
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Starts the process that counts and writes. */
  readonly startWriter?: typeof startLedgerWriter | undefined;
}

/** Milliseconds until records are handed over, so that answers of parallel calls go first. */
const WAIT_MS = 50;
/** Idle milliseconds after which the writer ends, which frees the tokenizer's table. */
const IDLE_MS = 20_000;
/** Max characters that wait to be counted. Records beyond are left out of the sums. */
const MAX_WAITING = 64 * 1024 * 1024;

/** Max writers that may end unexpectedly, before the ledger gives up. */
const MAX_DEATHS = 3;

/** Creates a ledger. It starts its writer with the first record, and again after an idle time. */
export function createSavingsLedger(options: SavingsLedgerOptions): SavingsLedger {
  const { log, timers, now, home, project, run, startWriter = startLedgerWriter } = options;
  const reads = createRepeatedReads();
  const places = createPlaces();
  let waiting: LedgerRecord[] = [];
  let size = 0;
  let writer: LedgerWriter | undefined;
  /** True once no more records are taken, because it was closed or has failed. */
  let over = false;
  /** Pending definitions while no tool of ours was called; undefined once one was. */
  let unused: Unstamped[] | undefined = [];
  let failed = false;
  let deaths = 0;
  let cancelHand: (() => void) | undefined;
  let cancelRest = (): void => {};

  const fail = (message: string): void => {
    if (failed) return;
    failed = true;
    over = true;
    waiting = [];
    log('warn', 'ledger.failed', { message });
  };
  const start = (): LedgerWriter => {
    const started = startWriter((message) => {
      if (message.kind === 'failed') fail(message.message);
      else log('error', 'ledger.set_aside', { file: message.to });
    });
    void started.ended.then(() => {
      if (writer !== started) return;
      // Later records go to another writer.
      writer = undefined;
      deaths += 1;
      if (deaths === MAX_DEATHS) fail(`its process has ended unasked ${MAX_DEATHS} times`);
    });
    return started;
  };
  const rest = async (): Promise<void> => {
    const resting = writer;
    writer = undefined;
    await resting?.end();
  };
  const hand = (): void => {
    cancelHand = undefined;
    if (over || waiting.length === 0) return;
    const records = waiting;
    waiting = [];
    size = 0;
    try {
      writer ??= start();
    } catch (error) {
      // If no more files can be opened, Node returns a child without pipes.
      fail(error instanceof Error ? error.message : String(error));
      return;
    }
    if (writer.waiting() > MAX_WAITING) log('warn', 'ledger.skipped', { records: records.length });
    else writer.write({ place: { home, project, run, now: now() }, records });
    cancelRest();
    cancelRest = timers.after(IDLE_MS, () => void rest());
  };

  const take = (given: Unstamped): void => {
    const at = now();
    const record = sampled(given, at, given.kind === 'call' && !given.shadow && reads.isRepeated(given));
    size += sizeOf(record);
    if (size > MAX_WAITING) {
      size -= sizeOf(record);
      log('warn', 'ledger.skipped', { records: 1 });
      return;
    }
    waiting.push(record);
    cancelHand ??= timers.after(WAIT_MS, hand);
  };

  return {
    record(given) {
      if (over) return;
      if (given.kind === 'definitions' && unused !== undefined) {
        unused.push(given);
        return;
      }
      if (isUse(given)) {
        for (const definitions of unused ?? []) places.of(definitions).forEach(take);
        unused = undefined;
      }
      places.of(given).forEach(take);
    },
    async close() {
      cancelHand?.();
      hand();
      cancelRest();
      await rest();
      over = true;
    },
  };
}

/** True if a tool of ours was called, or a result of a host's own tool was shortened. */
function isUse(given: Unstamped): boolean {
  if (given.kind !== 'call') return given.kind === 'fetch';
  return given.builtin !== true || (given.shortened && !given.shadow);
}

/** Replaces the texts of a record by samples, with their scales. */
function sampled(given: Unstamped, at: number, repeated: boolean): LedgerRecord {
  if (given.kind === 'definitions' || given.kind === 'again') return { ...given, at };
  const shown = sampleText(given.shown);
  if (given.kind === 'fetch') return { ...given, at, shown: shown.text, scales: { shown: shown.scale } };
  const raw = given.raw === given.shown ? shown : sampleText(given.raw);
  const scales = raw.scale === 1 && shown.scale === 1 ? undefined : { raw: raw.scale, shown: shown.scale };
  return { ...given, at, repeated, raw: raw.text, shown: shown.text, scales };
}

function sizeOf(record: LedgerRecord): number {
  if (record.kind === 'call') return record.raw.length + record.shown.length;
  return record.kind === 'fetch' ? record.shown.length : 0;
}
