import { Worker } from 'node:worker_threads';
import type { RecordedCall } from './record-call.ts';
import type { Recorded, RecordPlace } from './record-messages.ts';

/** Records calls in the order of their arrival. */
export interface Recorder {
  /** Resolves when the call is written, or to the reason why it could not be. Rejects if the thread has exited. */
  record(call: RecordedCall): Promise<Recorded>;
  /** Stops the thread, whether everything is written or not. */
  end(): Promise<void>;
}

interface Waiting {
  readonly resolve: (recorded: Recorded) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Starts a separate thread for recording. Counting and indexing a megabyte takes 150 ms, and loading the tokenizer
 * takes as long. On the main thread, the next call would have to wait for both.
 */
export function startRecorder(place: RecordPlace): Recorder {
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
    record: (call) =>
      new Promise((resolve, reject) => {
        if (failed !== undefined) {
          reject(failed);
          return;
        }
        waiting.push({ resolve, reject });
        thread.ref();
        thread.postMessage(call);
      }),
    async end() {
      await thread.terminate();
    },
  };
}
