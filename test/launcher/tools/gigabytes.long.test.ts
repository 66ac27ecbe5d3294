import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';
import { callBash } from './bash/call.ts';
import { callGrep } from './grep/call.ts';

test('of three gigabytes that a command prints only the cap is kept', async () => {
  const outcome = await callBash({ root: tempDir(), command: 'yes | head -c 3000000000', timeout_ms: 300_000 });
  expect(outcome).toMatchObject({ ok: true, result: { exit_code: 0, truncated: true } });
  const { stdout = '' } = outcome.ok ? outcome.result : {};
  expect(10_485_760 - stdout.length).toBeGreaterThanOrEqual(0);
  expect(10_485_760 - stdout.length).toBeLessThan(100);
  expect(stdout).toMatch(/^\[29\d{8} bytes are left out here;/m);
});

test('a line that is longer than a string can be is searched', async () => {
  const root = tempDir();
  const file = openSync(path.join(root, 'a.min.js'), 'w');
  const part = Buffer.alloc(10_000_000, `${'x'.repeat(9_999)};`);
  for (let i = 0; i < 60; i++) writeSync(file, part);
  closeSync(file);
  writeFileSync(path.join(root, 'b.js'), 'x;\n');
  const outcome = await callGrep({ root, pattern: ';', max_output_bytes: 1024 });
  expect(outcome.ok && outcome.result.matches.map((match) => `${match.path}:${match.line}`)).toContain('a.min.js:1');
});
