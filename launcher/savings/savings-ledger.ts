import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { EventLog } from '../../src/base/events/event-log.ts';
import { MARKER_VARIABLE } from '../platform/process/process-marker.ts';
import type { Timers } from '../platform/timers.ts';
import { type FromLedger, type LedgerPlace, type ToLedger, toLine } from './ledger-messages.ts';
import type { CallRecord, GivenRecord, LedgerRecord } from './ledger-record.ts';
import { createPlaces } from './place-records.ts';

/** Process that counts and writes. */
type LedgerWriter = Readonly<ReturnType<typeof startLedgerWriter>>;

/**
 * Starts the ledger's process. It has its own process group, so that the last calls are not lost if a host kills the
 * server's group. It inherits no environment except the marker of its run.
 */
export function startLedgerWriter(heard: (message: FromLedger) => void) {
  const file = import.meta.url.endsWith('.ts') ? './ledger-process.ts' : './ledger-process.js';
  const { [MARKER_VARIABLE]: run } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: run === undefined ? {} : { [MARKER_VARIABLE]: run },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      heard({ kind: 'failed', message: error.message });
      resolve(undefined);
    });
  });
  createInterface(child.stdout).on('line', (line) => heard(JSON.parse(line) as FromLedger));
  // It has failed, and reports the reason itself.
  child.stdin.on('error', () => {});
  child.unref();
  return {
    write: (message: ToLedger): void => void child.stdin.write(toLine(message)),
    /** Returns the number of characters that the process has not read yet. */
    waiting: (): number => child.stdin.writableLength,
    /** Lets the process exit after the last write. Resolves when it has read everything. */
    end: (): Promise<void> =>
      new Promise((resolve) => {
        // Node emits no event for a stream that is closed already.
        if (child.stdin.destroyed) resolve();
        else child.stdin.once('close', resolve).end(resolve);
      }),
    /** Resolves when it has exited. */
    ended,
  };
}

/** Max files remembered. The oldest are dropped first. */
const MAX_FILES = 1000;

/** Remembers the files of a session in which something was left out. */
export function createRepeatedReads() {
  const hashes = new Map<string, string>();
  return {
    /**
     * True if the call reads text again that an earlier result left out: a part of that file, or all of it unchanged.
     * Such a call happens only because of the gaps, so it counts as their cost and saves nothing.
     */
    isRepeated({ source, raw, shortened }: Pick<CallRecord, 'source' | 'raw' | 'shortened'>): boolean {
      if (source === undefined) return false;
      const known = hashes.get(source.path);
      if (source.part) return known !== undefined;
      const hash = createHash('sha256').update(raw).digest('base64');
      if (known === hash) return true;
      hashes.delete(source.path);
      if (shortened) hashes.set(source.path, hash);
      if (hashes.size > MAX_FILES) for (const [oldest] of [...hashes.entries()].slice(0, 1)) hashes.delete(oldest);
      return false;
    },
  };
}

/** A text to count, or a sample of it. */
interface SampledText {
  readonly text: string;
  /** Length of the full text relative to `text`; 1 if `text` is complete. */
  readonly scale: number;
}

/** Max UTF-16 units to count. For a longer text, only slices are counted, and the total is extrapolated. */
export const MAX_COUNTED: number = 128 * 1024;
const SLICES = 16;

/**
 * Samples a text for the ledger's process, because writing a megabyte to it took a quarter of the next call's time.
 * Counting slices from all over the text is within 2 % of the tokens of source code. Each end of a slice adds at most
 * one token.
 */
export function sampleText(text: string): SampledText {
  if (text.length <= MAX_COUNTED) return { text, scale: 1 };
  const size = MAX_COUNTED / SLICES;
  const slices = Array.from({ length: SLICES }, (_, at) => {
    const from = Math.floor((at * (text.length - size)) / (SLICES - 1));
    return text.slice(from, from + size);
  });
  return { text: slices.join(''), scale: text.length / MAX_COUNTED };
}

/** Records savings and costs. Records are handled after the answers are sent, never before. */
export interface SavingsLedger {
  /**
   * Queues a record. Takes almost no time and never throws. A record of kind `request` is written with the next record,
   * or at the end.
   */
  record(record: GivenRecord): void;
  /** Resolves when all records are handed to the writer, a process that outlives this one. */
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
/** Milliseconds until definitions are handed over if nothing else is recorded, so that a start is not slowed down. */
const DEFINITIONS_WAIT_MS = 10_000;
/** Idle milliseconds after which the writer ends, which frees the tokenizer's table. */
const IDLE_MS = 20_000;
/** Max characters that wait to be counted. Further records are left out of the sums. */
const MAX_WAITING = 64 * 1024 * 1024;

/** Max writers that may end unexpectedly, before the ledger gives up. */
const MAX_DEATHS = 3;

/** Creates a ledger. It starts its writer with the first record, and again after an idle time. */
export function createSavingsLedger(options: SavingsLedgerOptions): SavingsLedger {
  const ledger = new PendingLedger(options);
  return { record: (record) => ledger.record(record), close: () => ledger.close() };
}

class PendingLedger {
  readonly #options: SavingsLedgerOptions;
  readonly #reads = createRepeatedReads();
  readonly #places = createPlaces();
  #waiting: LedgerRecord[] = [];
  #size = 0;
  #writer: LedgerWriter | undefined;
  /** True once no more records are taken, because it was closed or has failed. */
  #isOver = false;
  #isFailed = false;
  #deaths = 0;
  #cancelHandOver: (() => void) | undefined;
  #handOverAt = Number.POSITIVE_INFINITY;
  #cancelRest = (): void => {};

  constructor(options: SavingsLedgerOptions) {
    this.#options = options;
  }

  record(given: GivenRecord): void {
    if (this.#isOver) return;
    for (const placed of this.#places.of(given)) this.#queue(placed);
  }

  async close(): Promise<void> {
    this.#cancelHandOver?.();
    this.#handOver();
    this.#cancelRest();
    await this.#rest();
    this.#isOver = true;
  }

  #queue(given: GivenRecord): void {
    const { timers } = this.#options;
    if (!this.#add(given)) return;
    const isFirst = this.#writer === undefined && this.#waiting.every(({ kind }) => kind === 'definitions');
    const dueAt = timers.now() + (isFirst ? DEFINITIONS_WAIT_MS : WAIT_MS);
    if (this.#handOverAt <= dueAt) return;
    this.#cancelHandOver?.();
    this.#handOverAt = dueAt;
    this.#cancelHandOver = timers.after(dueAt - timers.now(), () => this.#handOver());
  }

  /** Adds a record to the queue. Returns false if the queue is full. */
  #add(given: GivenRecord): boolean {
    const { now, log } = this.#options;
    const repeated = given.kind === 'call' && !given.shadow && this.#reads.isRepeated(given);
    const record = sampled(given, now(), repeated);
    if (this.#size + sizeOf(record) > MAX_WAITING) {
      log('warn', 'ledger.skipped', { records: 1 });
      return false;
    }
    this.#size += sizeOf(record);
    this.#waiting.push(record);
    return true;
  }

  #handOver(): void {
    this.#cancelHandOver = undefined;
    this.#handOverAt = Number.POSITIVE_INFINITY;
    if (this.#isOver) return;
    for (const placed of this.#places.ofRequests()) this.#add(placed);
    if (this.#waiting.length === 0) return;
    const records = this.#waiting;
    this.#waiting = [];
    this.#size = 0;
    try {
      this.#writer ??= this.#start();
    } catch (error) {
      // If no more files can be opened, Node returns a child without pipes.
      this.#fail(error instanceof Error ? error.message : String(error));
      return;
    }
    const { home, project, run, now, timers, log } = this.#options;
    if (this.#writer.waiting() > MAX_WAITING) log('warn', 'ledger.skipped', { records: records.length });
    else this.#writer.write({ place: { home, project, run, now: now() }, records });
    this.#cancelRest();
    this.#cancelRest = timers.after(IDLE_MS, () => void this.#rest());
  }

  #start(): LedgerWriter {
    const { startWriter = startLedgerWriter, log } = this.#options;
    const started = startWriter((message) => {
      if (message.kind === 'failed') this.#fail(message.message);
      else log('error', 'ledger.set_aside', { file: message.to });
    });
    void started.ended.then(() => {
      if (this.#writer !== started) return;
      // Later records go to another writer.
      this.#writer = undefined;
      this.#deaths += 1;
      if (this.#deaths === MAX_DEATHS) this.#fail(`its process has ended unasked ${MAX_DEATHS} times`);
    });
    return started;
  }

  async #rest(): Promise<void> {
    const resting = this.#writer;
    this.#writer = undefined;
    await resting?.end();
  }

  #fail(message: string): void {
    if (this.#isFailed) return;
    this.#isFailed = true;
    this.#isOver = true;
    this.#waiting = [];
    this.#options.log('warn', 'ledger.failed', { message });
  }
}

/** Replaces the texts of a record by samples, with their scales. */
function sampled(given: GivenRecord, at: number, repeated: boolean): LedgerRecord {
  if (given.kind === 'definitions' || given.kind === 'again' || given.kind === 'whole') return { ...given, at };
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
