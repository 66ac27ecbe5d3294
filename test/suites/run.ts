/**
 * Runs suites one after the other: `node test/suites/run.ts NAME…`, or `--tier TIER` for all suites of a tier. A failed
 * test file runs once more at the end, alone. The last line is `N passed, N failed`, and the line before it says how
 * many tests were flaky.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Report } from './report.ts';
import { runSuite } from './run-suite.ts';
import { isTier, namesOf, REPORTS, ROOT, SUITES, type Suite, TIERS, tallyFile } from './suites.ts';
import { failedFiles, type Tally, toLines, toTally } from './tally.ts';

function usage(what: string): never {
  const suites = Object.entries(SUITES).map(
    ([name, { title, tier }]) => `  ${name.padEnd(14)}${tier.padEnd(6)}${title}`,
  );
  process.stderr.write(`cannot run ${what}: expected --tier ${TIERS.join(', ')}, or suites:\n${suites.join('\n')}\n`);
  process.exit(2);
}

const [flag, tier = '', ...none] = process.argv.slice(2);
if (flag === '--tier' && (!isTier(tier) || none.length > 0)) usage(`--tier "${tier}"`);
const names = flag === '--tier' && isTier(tier) ? namesOf(tier) : process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(SUITES, name));
if (names.length === 0 || unknown !== undefined) usage(unknown === undefined ? 'nothing' : `"${unknown}"`);

mkdirSync(REPORTS, { recursive: true });
const first = new Map<string, Report>();
for (const name of names) {
  const suite = SUITES[name] as Suite;
  rmSync(tallyFile(name), { force: true });
  process.stdout.write(`\n== ${suite.title}\n`);
  const began = performance.now();
  first.set(name, await runSuite(suite, path.join(REPORTS, `${name}.json`)));
  process.stdout.write(`== ${suite.title}: ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
}
const tallies: Tally[] = [];
for (const [name, report] of first) {
  const again = new Map<string, Report>();
  for (const file of failedFiles(report)) {
    process.stdout.write(`\n== once more, alone: ${path.relative(ROOT, file)} (${name})\n`);
    again.set(file, await runSuite(SUITES[name] as Suite, path.join(REPORTS, `${name}.again.json`), { files: [file] }));
  }
  const tally = toTally(report, again, ROOT);
  writeFileSync(tallyFile(name), JSON.stringify(tally));
  tallies.push(tally);
}
const { lines, ok } = toLines(tallies);
process.stdout.write(`\n${lines.join('\n')}\n`);
process.exitCode = ok ? 0 : 1;
