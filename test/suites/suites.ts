import { fileURLToPath } from 'node:url';

/** The checkout's folder. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));

const NODE = `${ROOT}node_modules/node/bin/node`;
const ON_NODE = [NODE, `${ROOT}node_modules/vitest/vitest.mjs`, 'run'];
const ON_DENO = [`${ROOT}node_modules/deno/deno`, 'run', '-A', 'npm:vitest', 'run'];
/** Many tests wait for processes, so that three workers keep two cores busy; by itself Vitest leaves one core free. */
const WORKERS = '--maxWorkers=3';

/** A run of Vitest: a set of test files on one runtime. */
export interface Suite {
  readonly title: string;
  /** Program and arguments; files are appended. */
  readonly command: readonly string[];
}

/** All suites by name. `pnpm test` runs the first three, `.ci/run` the lives and the browser too, `--full` all. */
export const SUITES: Readonly<Record<string, Suite>> = {
  node: { title: 'every suite on Node', command: [...ON_NODE, WORKERS] },
  workerd: {
    title: 'the core and the worker in workerd',
    command: [...ON_NODE, '--config', 'test/workerd.config.ts'],
  },
  deno: {
    title: 'what can differ on Deno, on Deno',
    command: [...ON_DENO, '--config', 'test/deno.config.ts', WORKERS],
  },
  lives: {
    title: 'a life of each real host, and conformance',
    command: [...ON_NODE, '--config', 'test/clients/lives.config.ts'],
  },
  browser: { title: 'the dashboard in Chromium', command: [...ON_NODE, '--config', 'test/browser/vitest.config.ts'] },
  'deno-all': { title: 'every suite on Deno', command: [...ON_DENO, WORKERS] },
  'deno-threads': {
    title: 'every suite on Deno, in threads',
    command: [...ON_DENO, '--pool=threads', '--maxWorkers=1'],
  },
  long: {
    title: 'gigabytes, thousands of processes, waits of ten seconds',
    command: [...ON_NODE, '--config', 'test/long.config.ts'],
  },
  clients: {
    title: 'real hosts, clients and servers',
    command: [...ON_NODE, '--config', 'test/clients/vitest.config.ts'],
  },
  load: { title: 'the worker under load', command: [...ON_NODE, '--config', 'test/load/vitest.config.ts'] },
  nginx: { title: 'the worker behind nginx', command: [...ON_NODE, '--config', 'test/nginx/vitest.config.ts'] },
};
