/**
 * Adds up the tallies of suites and plain checks: `sum.ts PASSED FAILED SUITE…`. Prints the last lines of a run, and exits
 * with 1 if anything failed, or if a tally is missing.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './suites.ts';
import { type Tally, toLines } from './tally.ts';

function tallyOf(name: string): Tally {
  const file = path.join(ROOT, 'reports', `${name}.tally.json`);
  if (!existsSync(file)) return { passed: 0, failures: [`${name} > (no tally)`], flaky: [], skipped: 0 };
  return JSON.parse(readFileSync(file, 'utf8')) as Tally;
}

const [passed, failed, ...names] = process.argv.slice(2);
const checks = Array.from({ length: Number(failed) }, () => 'a check > (see above)');
const tallies = names.map(tallyOf);
for (const [at, { passed: count, failures }] of tallies.entries()) {
  process.stdout.write(`${names[at]}: ${count} passed, ${failures.length} failed\n`);
}
const { lines, ok } = toLines([{ passed: Number(passed), failures: checks, flaky: [], skipped: 0 }, ...tallies]);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = ok ? 0 : 1;
