import { Worker } from 'node:worker_threads';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { Timers } from '../../platform/timers.ts';
import type { LazyContextToolsOptions } from './lazy-context-tools-options.ts';
import { openContext } from './open-context.ts';
import { projectOf } from './project-of.ts';
import type { RecordedCall } from './record-call.ts';
import type { Recorded, RecordPlace } from './record-messages.ts';

/** Records calls in the order of their arrival. */
type Recorder = ReturnType<typeof startRecorder>;

interface Waiting {
  readonly resolve: (recorded: Recorded) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Starts a separate thread for recording. Counting and indexing a megabyte takes 150 ms, and loading the tokenizer
 * takes as long. On the main thread, the next call would have to wait for both.
 */
function startRecorder(place: RecordPlace) {
  const file = import.meta.url.endsWith('.ts') ? './record-thread.ts' : './record-thread.js';
  const thread = new Worker(new URL(file, import.meta.url), { workerData: place });
  // An idle thread does not keep the server alive. In-flight calls are waited for.
  thread.unref();
  const waiting: Waiting[] = [];
  let failed: Error | undefined;
  const fail = (error: Error): void => {
    failed ??= error;
    for (const one of waiting.splice(0)) one.reject(failed);
  };
  thread.on('message', (recorded: Recorded) => {
    waiting.shift()?.resolve(recorded);
    if (waiting.length === 0) thread.unref();
  });
  thread.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  thread.on('exit', () => fail(new Error('the thread that writes calls down has ended')));
  return {
    /** Resolves when the call is written, or to the reason why it could not be. Rejects if the thread has exited. */
    record: (call: RecordedCall): Promise<Recorded> =>
      new Promise((resolve, reject) => {
        if (failed !== undefined) {
          reject(failed);
          return;
        }
        waiting.push({ resolve, reject });
        thread.ref();
        thread.postMessage(call);
      }),
    /** Stops the thread, whether everything is written or not. */
    async end(): Promise<void> {
      await thread.terminate();
    },
  };
}

/** An open store, with calls that are written in order. */
export type OpenedCalls = Readonly<Awaited<ReturnType<typeof openCalls>>>;

/** Max pending calls. Further ones are dropped. */
const MAX_WAITING = 50;

/** Max threads that may exit unexpectedly. After that nothing is recorded. */
const MAX_FAILED = 3;
/** Idle time after which the thread is stopped, in milliseconds. It takes 140 MB with the tokenizer's table. */
const IDLE_MS = 20_000;
/** Max time to wait for pending calls, in milliseconds, shared by all waiting callers. */
const LONGEST_WAIT_MS = 10_000;

/** Opens the store. Rejects if that fails. */
export async function openCalls(
  { home, root, redact, timers, log }: Pick<LazyContextToolsOptions, 'home' | 'root' | 'redact' | 'timers' | 'log'>,
  start: typeof startRecorder = startRecorder,
) {
  const onSetAside = (file: string): void => log('error', 'context.set_aside', { file });
  const { store, sweep, close } = await openContext({ home, onSetAside });
  sweep().catch((error: unknown) => log('warn', 'context.failed', { message: String(error) }));
  const project = projectOf(root);
  const calls = new CallQueue(() => start({ home, project, redact }), timers, log);
  return {
    store,
    /** Queues a call. Never throws. */
    record: (call: RecordedCall): void => calls.record(call),
    /**
     * Resolves when all calls recorded so far are written, so that an agent's context includes its last call. If that
     * takes too long, for example because another process holds the database, it resolves anyway.
     */
    settled: (): Promise<void> => calls.settled(),
    async close(): Promise<void> {
      await calls.close();
      close();
    },
  };
}

/** Hands calls to a recorder, which it starts when needed and ends when idle. */
class CallQueue {
  readonly #start: () => Recorder;
  readonly #timers: Timers;
  readonly #log: EventLog;
  readonly #underWay = new Set<Promise<void>>();
  /** Calls being written that a caller may still wait for. */
  readonly #awaited = new Set<Promise<void>>();
  #recorder: Recorder | undefined;
  #failed = 0;
  #cancelRest = (): void => {};

  constructor(start: () => Recorder, timers: Timers, log: EventLog) {
    this.#start = start;
    this.#timers = timers;
    this.#log = log;
  }

  record(call: RecordedCall): void {
    if (this.#underWay.size >= MAX_WAITING || this.#failed >= MAX_FAILED) return;
    const written = this.#write(call).finally(() => {
      this.#underWay.delete(written);
      this.#awaited.delete(written);
      if (this.#underWay.size === 0 && this.#recorder !== undefined) {
        this.#cancelRest = this.#timers.after(IDLE_MS, () => void this.#rest());
      }
    });
    this.#cancelRest();
    this.#underWay.add(written);
    this.#awaited.add(written);
  }

  async settled(): Promise<void> {
    if (this.#awaited.size === 0) return;
    let cancelLate = (): void => {};
    const late = new Promise<void>((resolve) => {
      cancelLate = this.#timers.after(LONGEST_WAIT_MS, () => {
        this.#awaited.clear();
        resolve();
      });
    });
    await Promise.race([Promise.all(this.#awaited), late]);
    cancelLate();
  }

  async close(): Promise<void> {
    await this.settled();
    this.#cancelRest();
    await this.#rest();
  }

  async #write(call: RecordedCall): Promise<void> {
    let recorder: Recorder | undefined;
    try {
      this.#recorder ??= this.#start();
      recorder = this.#recorder;
      const { failure } = await recorder.record(call);
      if (failure !== undefined) this.#tell(failure);
    } catch (error) {
      this.#tell(String(error));
      if (this.#recorder !== recorder) return;
      this.#recorder = undefined;
      this.#failed += 1;
    }
  }

  async #rest(): Promise<void> {
    const resting = this.#recorder;
    this.#recorder = undefined;
    await resting?.end();
  }

  #tell(message: string): void {
    this.#log('warn', 'context.failed', { message });
  }
}
