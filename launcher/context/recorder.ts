import { Worker } from 'node:worker_threads';
import type { RecordedCall } from './record-call.ts';
import type { Recorded, RecordPlace } from './record-messages.ts';

/** Writes calls down in the order in which they come. */
export interface Recorder {
  /** Resolves when it is written, or to why it could not be. Rejects where there is no thread any more. */
  record(call: RecordedCall): Promise<Recorded>;
  /** Ends it, written or not. */
  end(): Promise<void>;
}

interface Waiting {
  readonly resolve: (recorded: Recorded) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread of its own: to count and index a megabyte takes 150 ms, and to load the tokenizer as long, which the next call
 * would wait for.
 */
export function startRecorder(place: RecordPlace): Recorder {
  const file = import.meta.url.endsWith('.ts') ? './record-thread.ts' : './record-thread.js';
  const thread = new Worker(new URL(file, import.meta.url), { workerData: place });
  // The server ends without it; what is under way is waited for.
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
