import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keepPath, withoutKeptPath } from '../../../../launcher/tools/bash/execute.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { callBash } from './call.ts';

const TIMEOUT = 120_000;

/**
 * Creates a home with this profile and a folder with a program `tool`. Returns the server's environment, with that
 * folder first on PATH.
 */
async function machine(profile: string) {
  const root = tempDir();
  const bin = path.join(root, 'venv', 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, 'tool'), '#!/bin/sh\necho the tool\n');
  await chmod(path.join(bin, 'tool'), 0o755);
  await writeFile(path.join(root, '.bash_profile'), profile);
  const serverEnv = { HOME: root, PATH: `${bin}:/usr/bin:/bin` };
  const run = async (command: string, env?: Record<string, string>) => {
    const outcome = await callBash({ root, command, serverEnv, ...(env && { env }) });
    return outcome.ok ? outcome.result.stdout : `${outcome.streams?.stdout}${outcome.streams?.stderr}`;
  };
  return { bin, run };
}

const OVERWRITES = 'PATH=/usr/local/bin:/usr/bin:/bin; export PATH\n';

test('a profile that writes over PATH does not take the server’s away', { timeout: TIMEOUT }, async () => {
  const { bin, run } = await machine(OVERWRITES);
  expect(await run('tool')).toBe('the tool\n');
  expect(await run('echo "$PATH"')).toBe(`${bin}:/usr/bin:/bin:/usr/local/bin:/usr/bin:/bin\n`);
});

test('the PATH that a call passes is the command’s PATH', { timeout: TIMEOUT }, async () => {
  const { bin, run } = await machine(OVERWRITES);
  expect(await run('echo "$PATH"; tool', { PATH: `${bin}:/bin` })).toBe(`${bin}:/bin\nthe tool\n`);
});

test('what a profile adds to PATH stays where it puts it', { timeout: TIMEOUT }, async () => {
  const { bin, run } = await machine('PATH="/added/first:$PATH:/added/last"\n');
  // Debian's own profile, which runs earlier, overwrites PATH.
  expect(await run('echo "$PATH"')).toContain(`${bin}:/usr/bin:/bin`);
  expect(await run('echo "$PATH"')).toContain('/added/first:');
});

test('a profile that makes PATH read-only keeps its own', { timeout: TIMEOUT }, async () => {
  const { run } = await machine('PATH=/usr/bin:/bin; readonly PATH\n');
  expect(await run('echo "$PATH"')).toBe('/usr/bin:/bin\n');
  expect(await run('echo "$PATH"', { PATH: '/bin' })).toBe('/usr/bin:/bin\n');
});

test('nothing of it is seen by the command', { timeout: TIMEOUT }, async () => {
  const { run } = await machine(OVERWRITES);
  expect(await run('env | grep -c MCP_PRUNER_PATH')).toMatch(/^0\n/);
  expect(await run('echo $LINENO\necho $LINENO')).toBe('1\n2\n');
  expect(await run('echo (')).toMatch(/line 1: `echo \('\n$/);
  expect(await run('set -e; false; echo not reached')).toBe('');
  expect(await run('# a comment\necho done')).toBe('done\n');
  expect(await run('cat <<E\nhere\nE')).toBe('here\n');
});

test('there is nothing to keep without a PATH, nor on Windows', () => {
  expect(keepPath('x', { given: undefined, server: undefined }, 'linux')).toEqual({ command: 'x', env: {} });
  expect(keepPath('x', { given: 'C:\\a', server: 'C:\\b' }, 'win32')).toEqual({ command: 'x', env: {} });
  for (const platform of ['linux', 'darwin'] as const) {
    const { command, env } = keepPath('x', { given: '/a', server: '/b' }, platform);
    expect(env).toEqual({ MCP_PRUNER_PATH: '/a' });
    expect(withoutKeptPath(`bash: line 1: \`${command}'`)).toBe("bash: line 1: `x'");
  }
});
