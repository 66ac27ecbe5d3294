import { type ContextResources, createContextResources } from '../../src/context/context-resources.ts';
import type { ContextStore } from '../../src/context/context-store.ts';
import type { LazyContextToolsOptions } from './lazy-context-tools-options.ts';
import { openContext } from './open-context.ts';
import { projectOf, type RecordedCall } from './record-call.ts';
import { type Recorder, startRecorder } from './recorder.ts';

/** The open store, and calls that are written down one after the other. */
export interface OpenedCalls {
  readonly store: ContextStore;
  readonly resources: ContextResources;
  /** Never rejects. */
  record(call: RecordedCall): void;
  /**
   * Resolves when what was recorded so far is written: what an agent asks of its context has its last call in it. Where
   * that takes too long, as while another process holds the database, it is answered without.
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Calls that may wait; more are not written down. */
const MAX_WAITING = 50;

/** Threads that may end unasked; then no more is written down. */
const MAX_FAILED = 3;
/** Milliseconds without a call after which the thread, 140 MB with the tokenizer's table, is let go. */
const IDLE_MS = 20_000;
/** Milliseconds that calls are waited for, once for all that wait by then. */
const LONGEST_WAIT_MS = 10_000;

/** Rejects where the store cannot be opened. */
export async function openCalls(
  { home, root, redact, timers, log }: Pick<LazyContextToolsOptions, 'home' | 'root' | 'redact' | 'timers' | 'log'>,
  start: typeof startRecorder = startRecorder,
): Promise<OpenedCalls> {
  const onSetAside = (file: string): void => log('error', 'context.set_aside', { file });
  const { store, sweep, close } = await openContext({ home, onSetAside });
  sweep().catch((error: unknown) => log('warn', 'context.failed', { message: String(error) }));
  const project = projectOf(root);
  const underWay = new Set<Promise<void>>();
  const awaited = new Set<Promise<void>>();
  let recorder: Recorder | undefined;
  let failed = 0;
  const fail = (message: string): void => log('warn', 'context.failed', { message });
  const write = async (call: RecordedCall): Promise<void> => {
    let writing: Recorder | undefined;
    try {
      recorder ??= start({ home, project, redact });
      writing = recorder;
      const { failure } = await writing.record(call);
      if (failure !== undefined) fail(failure);
    } catch (error) {
      fail(String(error));
      if (recorder !== writing) return;
      recorder = undefined;
      failed += 1;
    }
  };
  let cancelRest = (): void => {};
  const rest = async (): Promise<void> => {
    const resting = recorder;
    recorder = undefined;
    await resting?.end();
  };
  const settled = async (): Promise<void> => {
    if (awaited.size === 0) return;
    let cancelLate = (): void => {};
    const late = new Promise<void>((resolve) => {
      cancelLate = timers.after(LONGEST_WAIT_MS, () => {
        awaited.clear();
        resolve();
      });
    });
    await Promise.race([Promise.all(awaited), late]);
    cancelLate();
  };
  return {
    store,
    resources: createContextResources(store),
    record(call) {
      if (underWay.size >= MAX_WAITING || failed >= MAX_FAILED) return;
      const written = write(call).finally(() => {
        underWay.delete(written);
        awaited.delete(written);
        if (underWay.size === 0 && recorder !== undefined) cancelRest = timers.after(IDLE_MS, () => void rest());
      });
      cancelRest();
      underWay.add(written);
      awaited.add(written);
    },
    settled,
    async close() {
      await settled();
      cancelRest();
      await rest();
      close();
    },
  };
}
