import type { Report, ReportedFile } from './report.ts';

/** Outcome of a suite, as stored in `reports/NAME.tally.json`. */
export interface Tally {
  readonly passed: number;
  /** `FILE > TEST` of each failure. */
  readonly failures: readonly string[];
  /** `FILE > TEST` of each test that failed, and passed when its file ran again alone. */
  readonly flaky: readonly string[];
  readonly skipped: number;
}

/** Max flaky tests; more of them fail the run. */
export const MAX_FLAKY = 2;
/** Name used for a file that could not be loaded, or whose process died. */
const WHOLE = '(the file itself)';

/** Returns the names of a file's failed tests; a file that failed without one counts as one. */
function failuresIn({ state, tests }: ReportedFile): readonly string[] {
  const failed = tests.filter((test) => test.state === 'failed').map(({ name }) => name);
  if (failed.length > 0) return failed;
  return state === 'failed' || state === 'unfinished' ? [WHOLE] : [];
}

/** Returns the paths of the files that failed. */
export function failedFiles({ files }: Report): readonly string[] {
  return files.filter((file) => failuresIn(file).length > 0).map(({ path }) => path);
}

/** True if every failed test passed when its file ran again. */
function hasPassed(file: ReportedFile, again: Report | undefined): again is Report {
  const second = again?.files.find(({ path }) => path === file.path);
  if (again === undefined || again.outside.length > 0 || second?.state !== 'passed') return false;
  return failuresIn(file).every(
    (name) => name === WHOLE || second.tests.some((test) => test.name === name && test.state === 'passed'),
  );
}

const count = ({ tests }: ReportedFile, state: string): number => tests.filter((test) => test.state === state).length;

/** Combines the first run of a suite with the second run of each file that failed, by path. */
export function toTally(first: Report, again: ReadonlyMap<string, Report | undefined>, root: string): Tally {
  const tally = { passed: 0, failures: [] as string[], flaky: [] as string[], skipped: 0 };
  for (const file of first.files) {
    const second = again.get(file.path);
    const isFlaky = failuresIn(file).length > 0 && hasPassed(file, second);
    const counted = isFlaky ? (second.files.find(({ path }) => path === file.path) ?? file) : file;
    const named = failuresIn(file).map((test) => `${file.path.replace(root, '')} > ${test}`);
    (isFlaky ? tally.flaky : tally.failures).push(...named);
    tally.passed += count(counted, 'passed');
    tally.skipped += count(counted, 'skipped');
  }
  tally.failures.push(...first.outside.map((message) => `(outside of any test) > ${message.split('\n')[0]}`));
  return tally;
}

/**
 * Returns the last lines of a run: the flaky tests, their number, and `N passed, N failed`. Too many flaky tests fail
 * the run.
 */
export function toLines(tallies: readonly Tally[]): { readonly lines: readonly string[]; readonly ok: boolean } {
  const flaky = tallies.flatMap((one) => one.flaky);
  const failures = tallies.flatMap((one) => one.failures);
  const passed = tallies.reduce((sum, one) => sum + one.passed, 0);
  const skipped = tallies.reduce((sum, one) => sum + one.skipped, 0);
  const tooMany = flaky.length > MAX_FLAKY;
  const lines = [
    ...failures.map((one) => `FAILED ${one}`),
    ...flaky.map((one) => `FLAKY ${one}`),
    `${skipped} skipped`,
    `${flaky.length} flaky${tooMany ? `, more than ${MAX_FLAKY}: this fails the run` : ''}`,
    `${passed} passed, ${failures.length + (tooMany ? 1 : 0)} failed`,
  ];
  return { lines, ok: failures.length === 0 && !tooMany && passed > 0 };
}
