import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Variable that names the file to write to. */
export const REPORT_VARIABLE = 'SUITE_REPORT';

export interface ReportedTest {
  /** Names of the surrounding suites and of the test. */
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
}

export interface ReportedFile {
  /** Absolute path. */
  readonly path: string;
  /** `unfinished` if the file did not run to its end, for example because its process died. */
  readonly state: 'passed' | 'failed' | 'skipped' | 'unfinished';
  readonly tests: readonly ReportedTest[];
}

/** Everything that a run of Vitest found. */
export interface Report {
  readonly files: readonly ReportedFile[];
  /** Messages of errors outside of any test, such as unhandled rejections. Vitest's own JSON report leaves them out. */
  readonly outside: readonly string[];
}

function toFile(module: TestModule): ReportedFile {
  const state = module.state();
  return {
    path: module.moduleId,
    state: state === 'pending' || state === 'queued' ? 'unfinished' : state,
    tests: [...module.children.allTests()].map((test) => ({ name: test.fullName, state: test.result().state })),
  };
}

/** Reporter of Vitest that writes a `Report`. */
export default class SuiteReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env[REPORT_VARIABLE];
    if (file === undefined) throw new Error(`cannot write a report: ${REPORT_VARIABLE} names no file`);
    const report: Report = { files: modules.map(toFile), outside: errors.map(({ message }) => message) };
    writeFileSync(file, JSON.stringify(report));
  }
}
