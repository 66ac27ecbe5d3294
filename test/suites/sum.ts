/**
 * Adds up plain checks and the tallies of all suites of some tiers: `sum.ts PASSED FAILED TIER…`. Prints the last lines of a
 * run, and exits with 1 if anything failed, or if a tally is missing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isTier, namesOf, tallyFile } from './suites.ts';
import { type Tally, toLines } from './tally.ts';

function tallyOf(name: string): Tally {
  const file = tallyFile(name);
  if (!existsSync(file)) return { passed: 0, failures: [`${name} > (it did not run)`], flaky: [], skipped: 0 };
  return JSON.parse(readFileSync(file, 'utf8')) as Tally;
}

const [passed, failed, ...tiers] = process.argv.slice(2);
const checks = Array.from({ length: Number(failed) }, () => 'a check > (see above)');
const tallies = tiers
  .filter(isTier)
  .flatMap(namesOf)
  .map((name) => {
    const tally = tallyOf(name);
    process.stdout.write(`${name}: ${tally.passed} passed, ${tally.failures.length} failed\n`);
    return tally;
  });
const { lines, ok } = toLines([{ passed: Number(passed), failures: checks, flaky: [], skipped: 0 }, ...tallies]);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = ok ? 0 : 1;
