import { Worker } from 'node:worker_threads';
import type { EventLog } from '../events/event-log.ts';
import type { Timers } from '../process/timers.ts';
import type { FromLedger, LedgerPlace, ToLedger } from './ledger-messages.ts';
import type { LedgerRecord } from './ledger-record.ts';

/** A record whose time is now. */
export type Unstamped = LedgerRecord extends infer One ? (One extends LedgerRecord ? Omit<One, 'at'> : never) : never;

/** What was saved, and what it cost: written down behind the answers, never before them. */
export interface SavingsLedger {
  /** Takes next to no time; never throws. */
  record(record: Unstamped): void;
  /** Resolves when all is written, or after `ms` milliseconds. */
  close(ms: number): Promise<void>;
}

export interface SavingsLedgerOptions extends Omit<LedgerPlace, 'now'> {
  readonly log: EventLog;
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly startThread?: ((place: LedgerPlace) => LedgerThread) | undefined;
}

/** The part of a `Worker` that is used. */
export interface LedgerThread {
  postMessage(message: ToLedger): void;
  on(event: 'message', heard: (message: FromLedger) => void): unknown;
  on(event: 'error', heard: (error: Error) => void): unknown;
  unref(): void;
  terminate(): Promise<unknown>;
}

/** Milliseconds until records are handed over, so that the answers of calls made side by side go first. */
const WAIT_MS = 200;
/** Characters that may wait to be counted; what goes beyond is not in the sums. */
const MOST_WAITING = 64 * 1024 * 1024;

/** Starts its thread with the first record. */
export function createSavingsLedger(options: SavingsLedgerOptions): SavingsLedger {
  const { log, timers, now, startThread = startWorker } = options;
  let waiting: LedgerRecord[] = [];
  let held = 0;
  let number = 0;
  let done = 0;
  let thread: LedgerThread | undefined;
  let over = false;
  let cancel: (() => void) | undefined;
  let onIdle = (): void => {};
  const handed = new Map<number, number>();

  const isIdle = (): boolean => over || (waiting.length === 0 && done === number);
  const settle = (upTo: number): void => {
    held -= handed.get(upTo) ?? 0;
    handed.delete(upTo);
    done = Math.max(done, upTo);
    if (isIdle()) onIdle();
  };
  const fail = (message: string): void => {
    if (over) return;
    over = true;
    waiting = [];
    log('warn', 'ledger.failed', { message });
    onIdle();
    void thread?.terminate();
  };
  const start = (): LedgerThread => {
    const started = startThread({ home: options.home, project: options.project, run: options.run, now: now() });
    started.on('message', (message) => {
      if (message.kind === 'done') settle(message.number);
      else if (message.kind === 'failed') fail(message.message);
      else log('error', 'ledger.set_aside', { file: message.to });
    });
    started.on('error', (error) => fail(error.message));
    started.unref();
    return started;
  };
  const hand = (): void => {
    cancel = undefined;
    if (over || waiting.length === 0) return;
    const records = waiting;
    waiting = [];
    try {
      thread ??= start();
      number += 1;
      handed.set(
        number,
        records.reduce((sum, record) => sum + sizeOf(record), 0),
      );
      thread.postMessage({ kind: 'records', number, records });
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  };

  return {
    record(given) {
      const record = { ...given, at: now() };
      const size = sizeOf(record);
      if (over) return;
      if (held + size > MOST_WAITING) {
        log('warn', 'ledger.skipped', { tool: record.kind === 'definitions' ? undefined : record.tool });
        return;
      }
      held += size;
      waiting.push(record);
      cancel ??= timers.after(WAIT_MS, hand);
    },
    async close(ms) {
      cancel?.();
      hand();
      await new Promise<void>((resolve) => {
        const stop = timers.after(ms, resolve);
        onIdle = () => {
          stop();
          resolve();
        };
        if (isIdle()) onIdle();
      });
      over = true;
      await thread?.terminate();
    },
  };
}

function startWorker(workerData: LedgerPlace): LedgerThread {
  const name = import.meta.url.endsWith('.ts') ? './ledger-thread.ts' : './ledger-thread.js';
  return new Worker(new URL(name, import.meta.url), { workerData });
}

function sizeOf(record: LedgerRecord): number {
  if (record.kind === 'call') return record.raw.length + record.shown.length;
  return record.kind === 'fetch' ? record.shown.length : 0;
}
