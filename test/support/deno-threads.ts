import { parentPort } from 'node:worker_threads';

// Vitest's thread pool ends its workers by taking the port's listeners off, which Deno 2.9 has not implemented: the run
// would fail after every test has passed. The worker ends anyway.
if (parentPort !== null && 'Deno' in globalThis)
  parentPort.removeAllListeners = () => parentPort as NonNullable<typeof parentPort>;
