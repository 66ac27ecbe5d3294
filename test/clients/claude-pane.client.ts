import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { CLAUDE, claudeUser } from './claude-user.ts';
import { ROOT } from './installed.ts';
import { LONG_SOURCE } from './long-source.ts';

/** Claude Code runs tests that lie in the plugin's folder, so they are copied beside a copy of the plugin. */
test('the pane, the command and the status line pass the tests of Claude Code’s own kit', {
  timeout: 300_000,
}, async () => {
  const home = tempDir();
  const plugin = path.join(home, 'plugin');
  const tests = path.join(plugin, 'tests');
  cpSync(`${ROOT}plugins/claude-code`, plugin, { recursive: true });
  for (const [from, to] of [
    ['kit-user.ts', 'kit-user.ts'],
    ['pane.kit.ts', 'pane.test.ts'],
  ] as const)
    cpSync(`${ROOT}test/clients/mod-kit/${from}`, path.join(tests, to));
  writeFileSync(path.join(tests, 'source.ts'), `export const LONG_SOURCE = ${JSON.stringify(LONG_SOURCE)};\n`);
  const said = await claudeUser(home, '{}').run([CLAUDE, 'plugin', 'test', plugin]);
  expect(said).toMatch(/^ 11 pass\n 0 fail$/m);
});
