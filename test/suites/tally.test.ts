import { expect, test } from 'vitest';
import { type Report, toLines, toTally } from './tally.ts';

const ROOT = '/clone/';

function report(tests: Readonly<Record<string, readonly string[]>>): Report {
  const testResults = Object.entries(tests).map(([file, statuses]) => ({
    name: ROOT + file,
    status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
    assertionResults: statuses.map((status, at) => ({ fullName: `test ${at}`, status })),
  }));
  const count = (wanted: string): number =>
    Object.values(tests)
      .flat()
      .filter((one) => one === wanted).length;
  return { numPassedTests: count('passed'), numPendingTests: count('pending'), numTodoTests: 0, testResults };
}

const first = report({ a: ['passed', 'failed'], b: ['failed'], c: ['passed', 'pending'], d: [] });

test('a test that passes when its file is run again alone is flaky, and counts as passed', () => {
  const again = new Map([
    [`${ROOT}a`, report({ a: ['passed', 'passed'] })],
    [`${ROOT}b`, report({ b: ['failed'] })],
    [`${ROOT}d`, report({ d: [] })],
  ]);
  const tally = toTally(first, again, ROOT);
  expect(tally).toEqual({
    passed: 3,
    failures: ['b > test 0', 'd > (the file itself)'],
    flaky: ['a > test 1'],
    skipped: 1,
  });
  expect(toLines([tally])).toEqual({
    ok: false,
    lines: [
      ...['FAILED b > test 0', 'FAILED d > (the file itself)', 'FLAKY a > test 1'],
      ...['1 skipped', '1 flaky', '3 passed, 2 failed'],
    ],
  });
});

test('a second run without a report, or of no tests, excuses nothing', () => {
  expect(toTally(first, new Map([[`${ROOT}a`, undefined]]), ROOT).failures).toHaveLength(3);
  expect(toTally(first, new Map([[`${ROOT}a`, report({})]]), ROOT).failures).toHaveLength(3);
});

test('two flaky tests pass, a third fails the run', () => {
  const tally = { passed: 5, failures: [], flaky: ['a > 1'], skipped: 0 };
  expect(toLines([tally, tally])).toMatchObject({ ok: true, lines: expect.arrayContaining(['10 passed, 0 failed']) });
  const { lines, ok } = toLines([tally, tally, tally]);
  expect(ok).toBe(false);
  expect(lines.slice(-2)).toEqual(['3 flaky, more than 2: this fails the run', '15 passed, 1 failed']);
});

test('a run of nothing is no success', () => {
  expect(toLines([])).toMatchObject({ ok: false });
});
