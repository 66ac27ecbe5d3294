/**
 * Runs suites one after the other: `node test/suites/run.ts NAME…`. A test file that failed is run once more at the end,
 * alone. The last line is `N passed, N failed`, the one before says how many tests were flaky.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, SUITES, type Suite } from './suites.ts';
import { failuresIn, type Report, type Tally, toLines, toTally } from './tally.ts';

const REPORTS = path.join(ROOT, 'reports');

/** Runs a suite, or some of its files. Returns its report; undefined if there is none. */
async function run({ command }: Suite, report: string, files: readonly string[] = []): Promise<Report | undefined> {
  rmSync(report, { force: true });
  const [program = '', ...args] = command;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(program, [...args, ...reporters, ...files], { cwd: ROOT, stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  if (!existsSync(report)) return undefined;
  const read = JSON.parse(readFileSync(report, 'utf8')) as Report;
  // Vitest fails as well for an error outside of any test.
  if (code === 0 || failuresIn(read).size > 0) return read;
  const outside = { name: path.join(ROOT, 'vitest'), status: 'failed', assertionResults: [] };
  return { ...read, testResults: [...read.testResults, outside] };
}

const NO_REPORT: Report = {
  ...{ numPassedTests: 0, numPendingTests: 0, numTodoTests: 0 },
  testResults: [{ name: path.join(ROOT, 'vitest'), status: 'failed', assertionResults: [] }],
};

const names = process.argv.slice(2);
const unknown = names.find((name) => SUITES[name] === undefined);
if (names.length === 0 || unknown !== undefined) {
  const allowed = Object.entries(SUITES).map(([name, { title }]) => `  ${name.padEnd(14)}${title}`);
  process.stderr.write(
    `cannot run ${unknown ? `"${unknown}"` : 'nothing'}: name one or more of\n${allowed.join('\n')}\n`,
  );
  process.exit(2);
}
mkdirSync(REPORTS, { recursive: true });
const first = new Map<string, Report>();
for (const name of names) {
  const { title, ...suite } = SUITES[name] as Suite;
  process.stdout.write(`\n== ${title}\n`);
  const began = performance.now();
  first.set(name, (await run({ title, ...suite }, path.join(REPORTS, `${name}.json`))) ?? NO_REPORT);
  process.stdout.write(`== ${title}: ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
}
const tallies: Tally[] = [];
for (const [name, report] of first) {
  const again = new Map<string, Report | undefined>();
  for (const file of failuresIn(report).keys()) {
    if (!existsSync(file)) continue;
    process.stdout.write(`\n== once more, alone: ${path.relative(ROOT, file)} (${name})\n`);
    again.set(file, await run(SUITES[name] as Suite, path.join(REPORTS, `${name}.again.json`), [file]));
  }
  const tally = toTally(report, again, ROOT);
  writeFileSync(path.join(REPORTS, `${name}.tally.json`), JSON.stringify(tally));
  tallies.push(tally);
}
const { lines, ok } = toLines(tallies);
process.stdout.write(`\n${lines.join('\n')}\n`);
process.exitCode = ok ? 0 : 1;
