import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemGrep } from '../../../../launcher/tools/grep/execute.ts';
import { describeGrepEngine } from '../../../contract/grep-engine.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { callGrep } from './call.ts';

describeGrepEngine(systemGrep);

test('the command is that of the contract', () => {
  const search = { pattern: 'x', contextLines: 0, matchesPerFile: 2, paths: ['/r'], textBytes: 9 };
  const args = (fixedString: boolean, caseSensitive: boolean) =>
    systemGrep.args({ ...search, fixedString, caseSensitive }).join(' ');
  expect(args(false, true)).toBe('-R -n -H -E --null -D skip -m 2 -e x -- /r');
  expect(args(true, false)).toBe('-R -n -H -F -i --null -D skip -m 2 -e x -- /r');
});

test('hidden files, those that .gitignore names and links inside the root are searched, but nothing outside', async () => {
  const [root, outside] = [tempDir(), tempDir()];
  mkdirSync(path.join(root, '.h'));
  for (const name of ['.h/a', '.env', 'b']) writeFileSync(path.join(root, name), 'needle\n');
  writeFileSync(path.join(root, '.gitignore'), 'b\n');
  writeFileSync(path.join(outside, 'secret'), 'needle\n');
  symlinkSync('b', path.join(root, 'link'));
  symlinkSync(outside, path.join(root, 'out'));
  const found = await callGrep({ root, pattern: 'needle', engine: systemGrep });
  const paths = found.ok ? found.result.matches.map(({ path: file }) => file) : [];
  expect(paths).toEqual(['.env', '.h/a', 'b', 'link']);
});
