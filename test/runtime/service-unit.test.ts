import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { ROOT } from './started.ts';

const analyze = (...args: readonly string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });

test.skipIf(analyze('--version').status !== 0)('the service of the page is as safe as the page says', () => {
  const page = readFileSync(`${ROOT}docs/running-the-worker.md`, 'utf8');
  const [, unit = ''] = /```ini\n( *\[Unit\]\n.*?) *```/s.exec(page) ?? [];
  const file = path.join(tempDir(), 'mcp-pruner.service');
  writeFileSync(file, unit.replaceAll(/^ {3}/gm, ''));
  const { stdout } = analyze('security', '--offline=true', '--no-pager', file);
  const [, level] = /Overall exposure level for mcp-pruner\.service: ([\d.]+)/.exec(stdout) ?? [];
  expect(Number(level)).toBeLessThan(3);
  expect(page).toContain(`rates it ${level} of 10`);
});
