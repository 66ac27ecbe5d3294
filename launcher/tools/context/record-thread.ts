import { parentPort, workerData } from 'node:worker_threads';
import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import { openContext } from './open-context.ts';
import { type RecordedCall, recordCall } from './record-call.ts';
import type { Recorded, RecordPlace } from './record-messages.ts';

// The main thread opens the store first, and reports a damaged one.
const { home, project, redact } = workerData as RecordPlace;
const opening = openContext({ home, onSetAside: () => {} });
const options = { project, redact: redact ? redactSecrets : undefined };

const write = async (call: RecordedCall): Promise<Recorded> => {
  try {
    await recordCall((await opening).store, call, options);
    return {};
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
};

let last: Promise<unknown> = opening.catch(() => undefined);
parentPort?.on('message', (call: RecordedCall) => {
  last = last.then(async () => parentPort?.postMessage(await write(call)));
});
