/** A part of the source, and the tests to measure. */
export interface Area {
  /** Folder whose files are mutated. */
  readonly source: string;
  /** Test files that may notice mutations, as globs. */
  readonly tests: readonly string[];
}

/**
 * Areas where an unnoticed bug costs most: what is shown, what is kept, who is admitted, and what agents are answered.
 */
export const AREAS: readonly Area[] = [
  { source: 'src/engine', tests: ['test/core/engine/**/*.test.ts', 'test/core/session-memory/**/*.test.ts'] },
  { source: 'src/fit', tests: ['test/core/fit/**/*.test.ts', 'test/fit/**/*.test.ts'] },
  {
    source: 'src/mcp',
    tests: [
      'test/core/mcp/**/*.test.ts',
      'test/launcher/tools/calls/**/*.test.ts',
      'test/launcher/server/**/*.test.ts',
      'test/worker/routes/mcp/**/*.test.ts',
    ],
  },
  { source: 'src/context', tests: ['test/core/context/**/*.test.ts'] },
  { source: 'worker/access', tests: ['test/worker/access/**/*.test.ts', 'test/runtime/access.test.ts'] },
  {
    source: 'worker/routes/prune',
    tests: ['test/worker/routes/prune/**/*.test.ts', 'test/worker/routes/docs/**/*.test.ts'],
  },
  {
    source: 'launcher/tools/calls',
    tests: ['test/launcher/tools/calls/**/*.test.ts', 'test/launcher/server/**/*.test.ts'],
  },
  { source: 'launcher/server', tests: ['test/launcher/server/**/*.test.ts'] },
  { source: 'launcher/gateway', tests: ['test/launcher/gateway/**/*.test.ts'] },
  {
    source: 'launcher/platform/process',
    tests: ['test/launcher/platform/process/**/*.test.ts', 'test/launcher/tools/**/*.test.ts'],
  },
];
