import { expect, test } from 'vitest';
import type { Report, ReportedFile } from './report.ts';
import { failedFiles, toLines, toTally } from './tally.ts';

const ROOT = '/clone/';

type State = 'passed' | 'failed' | 'skipped';

function file(name: string, state: ReportedFile['state'], ...states: readonly State[]): ReportedFile {
  return { path: ROOT + name, state, tests: states.map((one, at) => ({ name: `test ${at}`, state: one })) };
}
const report = (...files: readonly ReportedFile[]): Report => ({ files, outside: [] });

const first = report(
  file('a', 'failed', 'passed', 'failed'),
  file('b', 'failed', 'failed'),
  file('c', 'passed', 'passed', 'skipped'),
  file('d', 'failed'),
  file('e', 'unfinished'),
);

test('a test that passes when its file is run again alone is flaky, and counts as passed', () => {
  expect(failedFiles(first)).toEqual(['a', 'b', 'd', 'e'].map((name) => ROOT + name));
  const again = new Map([
    [`${ROOT}a`, report(file('a', 'passed', 'passed', 'passed'))],
    [`${ROOT}b`, report(file('b', 'failed', 'failed'))],
    [`${ROOT}d`, report(file('d', 'failed'))],
    [`${ROOT}e`, report(file('e', 'passed', 'passed', 'passed', 'passed'))],
  ]);
  const tally = toTally(first, again, ROOT);
  expect(tally).toEqual({
    ...{ passed: 6, skipped: 1, failures: ['b > test 0', 'd > (the file itself)'] },
    flaky: ['a > test 1', 'e > (the file itself)'],
  });
  expect(toLines([tally])).toEqual({
    ok: false,
    lines: [
      ...['FAILED b > test 0', 'FAILED d > (the file itself)', 'FLAKY a > test 1', 'FLAKY e > (the file itself)'],
      ...['1 skipped', '2 flaky', '6 passed, 2 failed'],
    ],
  });
});

test.each([
  ['without a report', undefined],
  ['of no tests', report(file('a', 'passed'))],
  ['of other tests', report(file('a', 'passed', 'passed'))],
  ['in which it is skipped', report(file('a', 'passed', 'passed', 'skipped'))],
  ['with an error outside', { ...report(file('a', 'passed', 'passed', 'passed')), outside: ['boom'] }],
])('a second run %s excuses nothing', (_, second) => {
  const failed = report(file('a', 'failed', 'passed', 'failed'));
  expect(toTally(failed, new Map([[`${ROOT}a`, second]]), ROOT).failures).toEqual(['a > test 1']);
});

test('an error outside of any test fails the run, whatever else was flaky', () => {
  const again = new Map([[`${ROOT}a`, report(file('a', 'passed', 'passed'))]]);
  const tally = toTally({ ...report(file('a', 'failed', 'failed')), outside: ['died\nstack'] }, again, ROOT);
  expect(tally).toMatchObject({ flaky: ['a > test 0'], failures: ['(outside of any test) > died'] });
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
