import { TEST_STATES, TEST_TIMES } from '../../structure/marks/run-marks.ts';
import type { Policy } from '../../structure/policy.ts';
import { events, startingAt } from '../../structure/records.ts';

/**
 * Builds a test runner's policy: how to detect its output, where its reports begin, and which of them report a
 * failure.
 */
function runner(name: string, any: RegExp, starts: RegExp, failing: RegExp, totals: RegExp): Policy {
  return {
    name,
    kind: 'log',
    signs: { any, lines: 1 },
    records: startingAt(starts),
    evidence: { errors: true, records: failing, lines: totals },
    marks: [...TEST_STATES, ...TEST_TIMES],
    rows: 'events',
  };
}

/** Summary lines of runners in any language, and the start of their reports of single tests. */
const SUMMED_UP =
  /^\W{0,6}(?:\d+ (?:of \d+ )?(?:(?:unit |snapshot )?(?:tests?|specs?|assertions?|examples?|scenarios?|steps?|test cases?|checks?|suites?|features?)) (?:passed|failed|passing|failing|skipped|pending|ok|todo|run|executed|were)\b|\d+ (?:passed|failed)(?: and \d+ (?:passed|failed)| in \d+ items?|[,.;]|$)|(?:tests?|assertions?|examples?|scenarios?|cases?|checks?)(?: run)?:\s+\d+\b|Result: (?:PASS|FAIL)\b|Failed \d+\/\d+ (?:test programs|subtests)|\*+Test Failed\*+|Test (?:Failed|Passed)\.?$)/i;
const REPORTED =
  /^\s*(?:[\u2713\u2714\u221a\u2717\u2718\u00d7\u2715\u2716] |(?:not )?ok \d|#\s+Failed test|(?:PASS|FAIL|SKIP|XFAIL|ERROR)\b|(?:Trying|Failed example|File ".{1,200}", line \d+, in .{1,200}):?$|[*=\u2500-]{10,}\s*$|test .{1,160} \.\.\. |\d+\) )|^\S/;
const FAILED = /^\s*(?:[\u2717\u2718\u00d7\u2715\u2716] |not ok \d|FAIL\b|#\s+Failed test|Failed example:)/;

/** Output of test runners. A record is a test with its failure. */
export const TEST_RUNS: readonly Policy[] = [
  runner(
    'vitest',
    /^\s*(?:RUN|DEV) +v\d|^ *Test Files {2}|^ *\u276f .{1,200} \(\d+ tests?\b/,
    /^ *(?:\u2713|\u2717|\u00d7|\u2191|\u276f .{1,200} \(\d+ tests?|FAIL |stdout \||stderr \||Test Files |Start at |RUN |\u23af{4,}|.{0,4}\u23af\u23af)/,
    /^ *FAIL /,
    /^ *(?:Test Files|Tests|Errors|Duration|Snapshots) {2,}/,
  ),
  runner(
    'jest',
    /^Test Suites: |^(?:PASS|FAIL) \S+\.[cm]?[jt]sx?\b/,
    /^(?:PASS |FAIL | {2}\u25cf |\s+[\u2713\u2715\u25cb] |Test Suites:|Tests:|Snapshots:|Time:|Summary of all)/,
    /^ {2}\u25cf (?!Console)/,
    /^(?:Test Suites|Tests|Snapshots|Time):\s|^FAIL /,
  ),
  runner(
    'pytest',
    /^=+ test session starts =+$|^=+ .*\b(?:passed|failed|errors?)\b.* in [\d.]+s.*=+$|^_{4,} .{1,200} _{4,}$/,
    /^(?:_{4,} .{1,200} _{4,}$|={4,} .{1,200} ={4,}$|\S+\.py(?:::| [.FEsxX]+)|(?:FAILED|ERROR|PASSED|SKIPPED|XFAIL) )/,
    /^(?:_{4,} .{1,200} _{4,}$|E {3})/,
    /^(?:FAILED|ERROR) |^={4,} .{0,200}\b(?:passed|failed|errors?)\b/,
  ),
  runner(
    'unittest',
    /^Ran \d+ tests? in /,
    /^(?:={20,}$|Ran \d+ tests?|OK$|FAILED \(|\w+ \([\w.]+\).{0,200} \.\.\. )/,
    /^(?:FAIL|ERROR): /,
    /^(?:Ran \d+ tests?|OK\b|FAILED \()|^(?:FAIL|ERROR): /,
  ),
  runner(
    'go test',
    /^\s*(?:=== RUN|--- (?:PASS|FAIL|SKIP):) |^(?:ok|FAIL) {2}\t|^(?:ok|FAIL)\t\S|^\? {3}\t/,
    /^\s*(?:=== (?:RUN|PAUSE|CONT)|--- (?:PASS|FAIL|SKIP)): |^\s*=== (?:RUN|PAUSE|CONT|NAME) |^(?:ok|FAIL|PASS)\b|^\? {3}\t|^panic: |^coverage: /,
    /^\s*--- FAIL|^panic: |^\s+\S+_test\.go:\d+: /,
    /^(?:FAIL\b|ok\s)/,
  ),
  runner(
    'cargo test',
    /^running \d+ tests?$|^test .{1,200} \.\.\. (?:ok|FAILED|ignored)/,
    /^(?:running \d+ tests?|test .{1,200} \.\.\. |---- .{1,200} ----$|failures:$|test result:| {3}(?:Compiling|Running|Doc-tests|Finished)|warning|error)/,
    /^---- .{1,200} ----$|^test .{1,200} \.\.\. FAILED|^error/,
    /^test result: /,
  ),
  runner(
    'TAP',
    /^TAP version \d+|^\u2139 tests \d+|^\u2716 failing tests:|^test at \S+:\d+:\d+$|^# (?:tests|pass|fail) +\d+$/,
    /^\s*(?:not ok |ok |# Subtest|# (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) |1\.\.\d|[\u2714\u2716\u25b6] |\u2139 |test at )/,
    /^\s*(?:not ok \d|\u2716 |test at )/,
    /^# (?:tests|pass|fail|cancelled) +\d|^\u2139 (?:tests|pass|fail|cancelled) \d/,
  ),
  runner(
    'mocha',
    // If many tests fail, Mocha's summary is in the middle of the output, where it is not sampled. Then the `Context`
    // frame in a failure's stack identifies Mocha.
    /^ +\d+ passing\b|^ +at Context\.<anonymous> \(/,
    /^ +(?:\d+\) |[\u2713\u2714\u221a] |\d+ (?:passing|failing|pending)\b|- )/,
    /^ {2,}\d+\) /,
    /^ +\d+ (?:passing|failing|pending)\b/,
  ),
  runner(
    'JUnit',
    /\bTests run: \d+, Failures: \d|^.{0,40} > .{1,200} (?:PASSED|FAILED|SKIPPED)$|^BUILD (?:SUCCESSFUL|FAILED)/,
    /^(?:\[(?:INFO|ERROR|WARNING)\]|.{0,200} > .{1,200} (?:PASSED|FAILED|SKIPPED)$|BUILD |> Task |FAILURE:)/,
    /<<< (?:FAILURE|ERROR)!| (?:FAILED)$/,
    /Tests run: \d+, Failures: \d+.{0,60}$|^(?:\[\w+\] )?BUILD /,
  ),
  runner(
    'rspec and phpunit',
    /^\d+ examples?, \d+ failures?|^rspec \.\/\S+:\d+ # |^(?:Tests|OK|FAILURES).{0,3}[:(!] ?\d+ ?(?:tests?|,)|^PHPUnit \d/,
    /^(?: {2}\d+\) |\d+\) |\d+ examples?|rspec \.\/|Tests: \d|OK \(|Failed examples:|Finished in)/,
    /^ {0,2}\d+\) /,
    /^(?:\d+ examples?|Tests: \d|OK \(|rspec \.\/)/,
  ),
  runner(
    'ctest',
    /^\s*\d+\/\d+ Test +#\d+: |^\d+% tests passed, /,
    /^\s*(?:\d+\/\d+ Test +#\d+: |Start +\d+: )|^\d+% tests passed|^The following tests|^Total Test time/,
    /\*\*\*(?:Failed|Timeout|Exception|Not Run)/,
    /^\d+% tests passed|^Total Test time|^\s+\d+ - \S.* \((?:Failed|Timeout|SEGFAULT|Not Run)/,
  ),
  {
    name: 'test report',
    kind: 'log',
    signs: { any: SUMMED_UP },
    records: startingAt(REPORTED),
    evidence: { errors: true, records: FAILED, lines: SUMMED_UP },
    marks: [...TEST_STATES, ...TEST_TIMES],
  },
  {
    name: 'tests',
    kind: 'log',
    signs: {
      share: [
        /^\s*(?:[\u2713\u2714\u221a\u2717\u2718\u00d7\u2715] |(?:not )?ok \d|PASS|FAIL|test .{1,160} \.\.\. )/,
        0.6,
      ],
    },
    records: startingAt(
      /^\s*(?:[\u2713\u2714\u221a\u2717\u2718\u00d7\u2715] |(?:not )?ok \d|PASS|FAIL|test .{1,160} \.\.\. )|^\S/,
    ),
    evidence: { errors: true, records: /^\s*(?:[\u2717\u2718\u00d7\u2715] |not ok \d|FAIL)/ },
    marks: [...TEST_STATES, ...TEST_TIMES],
  },
];

/** A thread in a dump by `jstack`, gdb's `thread apply all bt`, or `py-spy dump`. */
const THREAD =
  /^(?:Full thread dump |"[^"]+" (?:#\d+ |daemon |prio=|os_prio=)|Thread \d+ \((?:Thread 0x|LWP \d|idle|active)|Thread (?:0x)?[\da-f]+ \((?:idle|active))/;
const THREAD_BEGINS = new RegExp(
  `${THREAD.source}|^(?:Found .*deadlock|JNI global |Java stack information|Threads class )`,
);

/** Sanitizers and crashes. A record is a paragraph that the program wrote at once. */
export const CRASHES: readonly Policy[] = [
  {
    name: 'sanitizer',
    kind: 'log',
    signs: {
      any: /^={2}\d+={2}\s?(?:ERROR|WARNING|Invalid|LeakSanitizer|HEAP SUMMARY)|^SUMMARY: \w+Sanitizer/,
      lines: 2,
    },
    records: startingAt(
      /^(?:={2}\d+={2}ERROR|\S.*(?: here| thread T\d+.*):?$|SUMMARY: |Shadow bytes|(?:READ|WRITE) of size|={10,}$)/,
    ),
    evidence: {
      errors: true,
      lines:
        /^(?:SUMMARY: |(?:READ|WRITE) of size|={2}\d+={2}\s?ERROR|(?:freed|previously allocated|allocated) by thread)/,
    },
  },
  {
    name: 'thread dump',
    kind: 'log',
    signs: {
      any: THREAD,
      share: [
        /^(?:\s+at \S|\s+- \w|#\d+ |"| {4}\S.* \(\S+:\d+\)$| +java\.lang\.Thread|Thread |\t\S+:\d+|\S+\(.*\)$)/,
        0.5,
      ],
    },
    records: startingAt(THREAD_BEGINS),
    evidence: { records: /^Found .*deadlock/i },
    rows: 'list',
    measure: (row) => Number(/\bcpu=([\d.]+)ms/.exec(row)?.[1] ?? Number.NaN) || undefined,
  },
  {
    name: 'stack traces',
    kind: 'log',
    signs: {
      any: /^(?:Traceback \(most recent call last\)|Exception in thread|panic: |goroutine \d+ \[|thread '.{1,80}' panicked|Unhandled exception|Uncaught |PHP Fatal error|Fatal error: |[\w.$]+(?:Error|Exception)\b.{0,3}(?:: |$))/,
      share: [
        /^\s*(?:at \S|File "|\.\.\. \d+ more|from \S+:\d+|\d+: |#\d+ |\S+\.(?:go|rs|py|rb|js|ts|java|php|cs|kt):\d+)|^\t/,
        0.3,
      ],
      lines: 2,
    },
    records: events,
    evidence: { errors: true },
    marks: [
      {
        asked: /\b(?:stuck|hang\w*|hung|block\w*|wait\w*|leak\w*|long)\b/i,
        line: /^goroutine \d+ \[[^\]]+, \d+ minutes/,
      },
    ],
  },
];
