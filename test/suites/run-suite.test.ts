import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runSuite } from './run-suite.ts';
import { ON_NODE, PACKAGES, REPORTS, ROOT } from './suites.ts';
import { toTally } from './tally.ts';

const PASSES = "import { test } from 'vitest';\ntest('passes', () => {});\n";

/** Runs files with these contents in the real Vitest, and runs failed files again, as `run.ts` does. */
async function tallyOf(files: Readonly<Record<string, string>>) {
  mkdirSync(REPORTS, { recursive: true });
  const root = mkdtempSync(path.join(REPORTS, 'suite-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  // The link lets the files import Vitest.
  symlinkSync(PACKAGES, path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'vitest.config.ts'), 'export default {};\n');
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, `${name}.test.ts`), text);
  const suite = { command: [...ON_NODE, '--root', root] };
  const report = await runSuite(suite, path.join(root, 'report.json'), { stdio: 'ignore' });
  const failed = report.files.filter(({ state }) => state !== 'passed').map((file) => file.path);
  const again = new Map<string, Awaited<ReturnType<typeof runSuite>>>();
  for (const file of failed)
    again.set(file, await runSuite(suite, path.join(root, 'again.json'), { files: [file], stdio: 'ignore' }));
  return toTally(report, again, `${root}/`);
}

test('a test that fails once is flaky, one that always does has failed', async () => {
  const once = `import { existsSync, writeFileSync } from 'node:fs';
    import { expect, test } from 'vitest';
    test('fails once', () => {
      const file = import.meta.dirname + '/seen';
      const before = existsSync(file);
      writeFileSync(file, '');
      expect(before).toBe(true);
    });`;
  const always = "import { test } from 'vitest';\ntest('fails', () => { throw new Error('no'); });\n";
  expect(await tallyOf({ once, always, passes: PASSES, broken: "import './none.ts';\n" })).toEqual({
    ...{ passed: 2, skipped: 0, flaky: ['once.test.ts > fails once'] },
    failures: expect.arrayContaining(['always.test.ts > fails', 'broken.test.ts > (the file itself)']),
  });
});

test.each([
  [
    'an error outside of any test',
    "import { test } from 'vitest';\ntest('x', () => { void Promise.reject(new Error('late')); });\n",
    '(outside of any test) > late',
  ],
  [
    'a process that dies',
    "import { test } from 'vitest';\ntest('x', () => { process.kill(process.pid, 'SIGKILL'); });\n",
    'odd.test.ts > (the file itself)',
  ],
])('%s fails the run', async (_, text, expected) => {
  const { failures } = await tallyOf({ odd: text, passes: PASSES });
  expect(failures).toContainEqual(expect.stringContaining(expected));
});

test('a program that cannot be started is a failure in words', async () => {
  expect(await runSuite({ command: [`${ROOT}none`] }, path.join(ROOT, 'reports/none.json'))).toEqual({
    files: [],
    outside: [expect.stringContaining('cannot start "')],
  });
});
