// Adds up Vitest's JSON reports and the plain checks; exits 1 where anything failed or a report is missing.
import { existsSync, readFileSync } from 'node:fs';

const EXPECTED = ['node', 'deno', 'workerd', 'deno-threads', 'clients', 'browser', 'load', 'nginx'];
let [passed, failed] = process.argv.slice(2).map(Number);
let skipped = 0;
for (const name of EXPECTED) {
  const file = `reports/${name}.json`;
  if (!existsSync(file)) {
    process.stdout.write(`no report: ${file}\n`);
    failed += 1;
    continue;
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  process.stdout.write(`${name}: ${report.numPassedTests} passed, ${report.numFailedTests} failed\n`);
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  skipped += report.numPendingTests + report.numTodoTests;
}
process.stdout.write(`skipped: ${skipped}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
