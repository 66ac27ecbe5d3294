/** Parts of Vitest's JSON report that are read here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    /** Absolute path of the test file. */
    readonly name: string;
    /** `failed` without a failed test if the file could not be loaded. */
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Outcome of a suite, as it is kept in `reports/NAME.tally.json`. */
export interface Tally {
  readonly passed: number;
  /** `FILE > TEST` of each failure. */
  readonly failures: readonly string[];
  /** `FILE > TEST` of each test that failed, and passed when its file was run again alone. */
  readonly flaky: readonly string[];
  readonly skipped: number;
}

/** More flaky tests than this fail the run. */
export const MAX_FLAKY = 2;

/** Returns the failures of a report by file. A file that could not be loaded counts as one. */
export function failuresIn(report: Report): ReadonlyMap<string, readonly string[]> {
  const failures = new Map<string, readonly string[]>();
  for (const { name, status, assertionResults } of report.testResults) {
    const tests = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName.trim());
    if (tests.length > 0) failures.set(name, tests);
    else if (status === 'failed') failures.set(name, ['(the file itself)']);
  }
  return failures;
}

/** Combines the first run of a suite with the second run of each file that failed, by file. */
export function toTally(first: Report, again: ReadonlyMap<string, Report | undefined>, root: string): Tally {
  const named = (file: string, tests: readonly string[]): readonly string[] =>
    tests.map((test) => `${file.replace(root, '')} > ${test}`);
  const failed = [...failuresIn(first)];
  const isFlaky = (file: string): boolean => {
    const second = again.get(file);
    return second !== undefined && failuresIn(second).size === 0 && second.numPassedTests > 0;
  };
  const flaky = failed.flatMap(([file, tests]) => (isFlaky(file) ? named(file, tests) : []));
  return {
    passed: first.numPassedTests + flaky.length,
    failures: failed.flatMap(([file, tests]) => (isFlaky(file) ? [] : named(file, tests))),
    flaky,
    skipped: first.numPendingTests + first.numTodoTests,
  };
}

/** Returns the last lines of a run: what was flaky, how many, and `N passed, N failed`. Too many flaky tests fail. */
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
