import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { manPage } from '../../../../.build/man-page.ts';
import { COMMANDS } from '../../../../launcher/cli/commands.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { runInProcess } from '../run-in-process.ts';

/** Has a real bash complete the last of these words. */
async function completed(...words: readonly string[]): Promise<readonly string[]> {
  const cwd = tempDir();
  const { stdout } = await runInProcess(['completion', 'bash'], { cwd });
  writeFileSync(path.join(cwd, 'script'), stdout);
  const line = ['mcp-pruner', ...words].map((word) => `'${word}'`).join(' ');
  const code = `. ./script; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _mcp_pruner; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', code], { cwd, encoding: 'utf8' }).trim().split('\n');
}

test('bash completes commands, their subcommands and their options', async () => {
  expect(await completed('dis')).toEqual(['discover']);
  expect(await completed('mcp', 'e')).toEqual(['enable']);
  expect(await completed('prune', '--max')).toEqual(['--max-tokens']);
  expect(await completed('mcp', 'test', 'a', '--j')).toEqual(['--json']);
  expect(await completed('completion', 'f')).toEqual(['fish']);
  expect(await completed('--p')).toEqual(['--project', '--profile']);
  // Files are completed by bash itself.
  expect(await completed('prune', 'READ')).toEqual(['']);
});

test('the scripts for zsh and fish have every command and option', async () => {
  const cwd = tempDir();
  const zsh = (await runInProcess(['completion', 'zsh'], { cwd })).stdout;
  expect(zsh).toMatch(/^#compdef mcp-pruner\nautoload -U \+X bashcompinit && bashcompinit\n/);
  const fish = (await runInProcess(['completion', 'fish'], { cwd })).stdout;
  for (const { name, options } of COMMANDS.filter(({ name: one }) => one !== '')) {
    expect(fish).toContain(` -a ${name.split(' ').at(-1)} `);
    for (const option of Object.keys(options)) expect(fish).toContain(` -l ${option} `);
  }
  expect(await runInProcess(['completion', 'tcsh'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot complete in "tcsh": expected one of bash, zsh, fish'),
  });
});

test('the manual page has every command, and no line that roff takes for a request', () => {
  const page = manPage('1.2.3');
  for (const { usage } of COMMANDS) expect(page).toContain(`.SS ${usage.replaceAll('-', '\\-')}\n`);
  for (const line of page.split('\n')) expect(line).toMatch(/^(?:\.(?:TH|SH|SS|TP)\b|[^.'])|^$/);
});
