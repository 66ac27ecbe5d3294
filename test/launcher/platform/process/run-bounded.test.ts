import { expect, test } from 'vitest';
import { runBounded } from '../../../../launcher/platform/process/run-bounded.ts';

/** Work that never ends at its first run, and ends at once after that. */
function endlessOnce() {
  let runs = 0;
  const run = (): number => {
    runs++;
    while (runs === 1);
    return runs;
  };
  return { run, runs: () => runs };
}

test('work that does not end is given up', () => {
  const { run, runs } = endlessOnce();
  let used = 0;
  expect(runBounded(20, run, () => (used += 20))).toEqual({ ok: false });
  expect(runs()).toBe(1);
});

test('work that a busy machine has kept waiting runs once more', () => {
  const { run } = endlessOnce();
  let used = 0;
  expect(runBounded(20, run, () => (used += 5))).toEqual({ ok: true, value: 2 });
});

test('errors of the work are thrown', () => {
  expect(() =>
    runBounded(1000, () => {
      throw new TypeError('mine');
    }),
  ).toThrow('mine');
});
