import type { ViteUserConfig } from 'vitest/config';
import { CAN_DIFFER } from './suites/can-differ.ts';
import base from './vitest.config.ts';

/**
 * Further suites that may behave differently on Deno. The launcher only supports Node; its HTTP client also runs on
 * Deno. `pnpm test:deno` runs every suite on Deno.
 */
const ON_DENO: Readonly<Record<string, string>> = {
  'core/base/tracing/**/*.test.ts': 'how it finds the span that is active, and an SDK that is made for Node',
  'embedding.test.ts': 'the core’s examples, as a caller runs them',
  'launcher/gateway/upstream/transport/http-*.test.ts': 'fetch forgets signals, streams end in other ways',
  'runtime/{sha256,start-modules}.test.ts': 'the runtime’s own modules',
  'runtime/artifacts/refused.test.ts': 'what a full or closed disk answers',
  'runtime/storage/{sql-database,sqlite-file,sqlite-lock}.test.ts': 'drivers: node:sqlite as Deno has it, PostgreSQL',
  'runtime/storage/{s3-artifacts,s3-bucket,shared-counters,sql-artifact-store}.test.ts':
    'clients of S3 and Redis, bytes',
};

const include = Object.keys({ ...CAN_DIFFER, ...ON_DENO }).map((suites) => `test/${suites}`);
const config: ViteUserConfig = { ...base, test: { ...base.test, include } };

export default config;
