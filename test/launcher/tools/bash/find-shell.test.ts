import { expect, test } from 'vitest';
import { findExecutable } from '../../../../launcher/platform/process/find-executable.ts';
import { findShell, noShell } from '../../../../launcher/tools/bash/execute.ts';

/** Finds programs among a given list of files. */
const among =
  (...files: readonly string[]): typeof findExecutable =>
  (name, searchPath, platform) =>
    findExecutable(name, searchPath, platform, async (file) => files.includes(file));

test.each<[NodeJS.Platform, Record<string, string>, string[], string | undefined]>([
  ['linux', { PATH: '/a:/b' }, ['/b/bash'], '/b/bash'],
  ['darwin', { PATH: '/opt/homebrew/bin:/bin' }, ['/bin/bash'], '/bin/bash'],
  ['darwin', { PATH: '/bin' }, [], undefined],
  ['win32', { Path: 'C:\\tools;D:\\msys\\bin' }, ['D:\\msys\\bin\\bash.exe'], 'D:\\msys\\bin\\bash.exe'],
  [
    'win32',
    { PATH: 'C:\\Windows\\System32', ProgramFiles: 'C:\\Program Files' },
    ['C:\\Windows\\System32\\bash.exe', 'C:\\Program Files\\Git\\bin\\bash.exe'],
    'C:\\Program Files\\Git\\bin\\bash.exe',
  ],
  [
    'win32',
    { PATH: 'C:\\Windows', LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local' },
    ['C:\\Users\\me\\AppData\\Local\\Programs\\Git\\bin\\bash.exe'],
    'C:\\Users\\me\\AppData\\Local\\Programs\\Git\\bin\\bash.exe',
  ],
  ['win32', { PATH: 'C:\\Windows\\System32' }, ['C:\\Windows\\System32\\bash.exe'], undefined],
])('the shell on %s with %j', async (platform, env, files, shell) => {
  expect(await findShell(env, platform, among(...files))).toBe(shell);
});

test('where there is none, what would do is named', () => {
  expect(noShell('win32')).toContain('Git for Windows');
  expect(noShell('linux')).toBe('cannot find bash: expected bash on PATH');
});
