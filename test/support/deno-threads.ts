import { parentPort } from 'node:worker_threads';

// Vitest's thread pool ends a worker by removing the port's listeners. Deno 2.9 does not implement that, so the run
// would fail after every test has passed. The worker ends anyway.
if (parentPort !== null && 'Deno' in globalThis)
  parentPort.removeAllListeners = () => parentPort as NonNullable<typeof parentPort>;
