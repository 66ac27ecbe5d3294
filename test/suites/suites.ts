import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's folder. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));

/** Folder of the packages in test/package.json. */
export const PACKAGES: string = `${ROOT}test/node_modules`;
const VITEST = [`${PACKAGES}/vitest/vitest.mjs`, 'run'];
/** Vitest on the Node from the packages. */
export const ON_NODE: readonly string[] = [`${PACKAGES}/node/bin/node`, ...VITEST];
const ON_DENO = [`${PACKAGES}/deno/deno`, 'run', '-A', ...VITEST];
/** The suites of test/vitest.config.ts. */
const EVERY = ['--config', 'test/vitest.config.ts'];
/** Many tests wait for processes. Five workers keep two cores busy and take 139 s; three take 183 s. */
const WORKERS = '--maxWorkers=5';

/** `test` is run by `pnpm test`. `.ci/run` also runs `gate`, and `.ci/run --full` also runs `full`. */
export const TIERS = ['test', 'gate', 'full'] as const;
export type Tier = (typeof TIERS)[number];

/** A run of Vitest: a set of test files on one runtime. */
export interface Suite {
  readonly title: string;
  readonly tier: Tier;
  /** Program and arguments; files are appended. */
  readonly command: readonly string[];
}

const suite = (tier: Tier, title: string, ...command: readonly string[]): Suite => ({ title, tier, command });

/** All suites by name, in the order in which they run. */
export const SUITES: Readonly<Record<string, Suite>> = {
  node: suite('test', 'every suite on Node', ...ON_NODE, ...EVERY, WORKERS),
  workerd: suite('test', 'what can differ in workerd, in workerd', ...ON_NODE, '--config', 'test/workerd.config.ts'),
  deno: suite('test', 'what can differ on Deno, on Deno', ...ON_DENO, '--config', 'test/deno.config.ts', WORKERS),
  lives: suite(
    'gate',
    'a life of each real host, and conformance',
    ...ON_NODE,
    '--config',
    'test/clients/lives.config.ts',
  ),
  browser: suite('gate', 'the dashboard in Chromium', ...ON_NODE, '--config', 'test/browser/vitest.config.ts'),
  'deno-all': suite('full', 'every suite on Deno', ...ON_DENO, ...EVERY, WORKERS),
  'deno-threads': suite(
    'full',
    'every suite on Deno, in threads',
    ...ON_DENO,
    ...EVERY,
    '--pool=threads',
    '--maxWorkers=1',
  ),
  long: suite('full', 'gigabytes, a thousand processes, kills', ...ON_NODE, '--config', 'test/long.config.ts'),
  clients: suite('full', 'real hosts, clients and servers', ...ON_NODE, '--config', 'test/clients/vitest.config.ts'),
  load: suite('full', 'the worker under load', ...ON_NODE, '--config', 'test/load/vitest.config.ts'),
  nginx: suite('full', 'the worker behind nginx', ...ON_NODE, '--config', 'test/nginx/vitest.config.ts'),
};

export const isTier = (name: string): name is Tier => TIERS.some((tier) => tier === name);

/** Returns the names of a tier's suites. */
export function namesOf(tier: Tier): readonly string[] {
  return Object.keys(SUITES).filter((name) => SUITES[name]?.tier === tier);
}

/** Folder of reports and tallies. */
export const REPORTS: string = path.join(ROOT, 'reports');

export function tallyFile(name: string): string {
  return path.join(REPORTS, `${name}.tally.json`);
}
