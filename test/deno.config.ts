import type { ViteUserConfig } from 'vitest/config';
import base from './vitest.config.ts';

/**
 * Suites that may behave differently on Deno, each with the reason. Other suites only compute, with the same V8 as on
 * Node, or start processes on runtimes that they name. The launcher only supports Node, so one of its suites covers
 * each use of the runtime. `pnpm test:deno` runs all of these.
 */
const CAN_DIFFER: Readonly<Record<string, string>> = {
  'test/worker/**/*.test.ts': 'Deno hosts the worker: requests, bodies, streams and crypto are its own',
  'test/runtime/storage/**/*.test.ts': 'SQLite is node:sqlite as Deno has it',
  'test/runtime/{artifact-accounting,context-library,openapi,sha256,start-modules}.test.ts':
    'the runtime’s own modules',
  'test/runtime/artifacts/refused.test.ts': 'what a full or closed disk answers',
  'test/core/artifacts/**/*.test.ts': 'blobs, compression and streams of bodies',
  'test/core/base/tokens/**/*.test.ts': 'the tokenizer’s table is unpacked by the runtime',
  'test/core/base/tracing/**/*.test.ts': 'how it finds the span that is active, and an SDK that is made for Node',
  'test/core/teams/**/*.test.ts': 'keys by its crypto, timers of the ledger',
  'test/core/prune-api/**/*.test.ts': 'the contract over Web requests',
  'test/core/remote-pruner/**/*.test.ts': 'fetch, its errors and its signals',
  'test/core/text/cooperative-task.test.ts': 'turns of its event loop',
  'test/core/base/json/**/*.test.ts': 'its V8 is newer than Node’s',
  'test/launcher/server/http/**/*.test.ts': 'an HTTP server, event streams and their ends',
  'test/launcher/gateway/upstream/transport/**/*.test.ts': 'fetch under load, lines of children',
  'test/launcher/platform/**/*.test.ts': 'processes, signals, locks, files and timers',
  'test/launcher/tools/**/*.test.ts': 'children, their pipes and their ends',
  'test/embedding.test.ts': 'the core’s examples, as a caller runs them',
};

const config: ViteUserConfig = { ...base, test: { ...base.test, include: Object.keys(CAN_DIFFER) } };

export default config;
