import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { findCommand } from '../../../../launcher/gateway/upstream/transport/find-command.ts';
import { childEnvironment } from '../../../../launcher/platform/process/child-environment.ts';
import { processTable } from '../../../../launcher/platform/process/process-tree.ts';
import { startChild, windowsLaunch } from '../../../../launcher/platform/process/start-child.ts';
import { globalFolders } from '../../../../launcher/runner/agents/find-package.ts';
import { relativeName } from '../../../../launcher/tools/grep/match-collector.ts';

const there =
  (...files: readonly string[]) =>
  async (file: string): Promise<boolean> =>
    files.includes(file);

test('a program is started as it is, npm’s shims by cmd.exe', () => {
  expect(windowsLaunch('C:\\node\\node.exe', ['a b', '"'], {})).toEqual({
    file: 'C:\\node\\node.exe',
    args: ['a b', '"'],
    verbatim: false,
  });
  const env = { COMSPEC: 'C:\\Windows\\system32\\cmd.exe' };
  const shim = windowsLaunch('C:\\Program Files\\nodejs\\npx.cmd', ['-y', 'a server', 'say "hi" & del x', '50%'], env);
  expect(shim).toMatchObject({ file: env.COMSPEC, verbatim: true });
  const [d, s, c, line] = shim.args;
  expect([d, s, c]).toEqual(['/d', '/s', '/c']);
  expect(line).toMatch(/^"C:\\Program\^ Files\\nodejs\\npx\.cmd /);
  // Every special character of cmd.exe is escaped with carets, twice.
  expect(line).toContain('^^^&');
  expect(line).toContain('50^^^%');
  expect(windowsLaunch('x.CMD', [], {}).file).toBe('C:\\Windows\\System32\\cmd.exe');
  expect(windowsLaunch('x.CMD', [], { SYSTEMROOT: 'D:\\W' }).file).toBe('D:\\W\\System32\\cmd.exe');
});

test('an argument keeps its quotes and backslashes', () => {
  const { args } = windowsLaunch('x.bat', ['C:\\dir\\', 'a\\"b'], {});
  const line = String(args[3]).replaceAll('^', '');
  expect(line).toBe('"x.bat "C:\\dir\\\\" "a\\\\\\"b""');
});

test.each<[NodeJS.Platform, string, string[], string | undefined]>([
  ['win32', 'npx', ['C:\\node\\npx.cmd'], 'C:\\node\\npx.cmd'],
  ['win32', 'npx.cmd', ['C:\\node\\npx.cmd'], 'C:\\node\\npx.cmd'],
  ['win32', '.\\tools\\serve', ['C:\\proj\\tools\\serve.exe'], 'C:\\proj\\tools\\serve.exe'],
  ['win32', 'tools/serve', ['C:\\proj\\tools\\serve.bat'], 'C:\\proj\\tools\\serve.bat'],
  ['win32', 'D:\\bin\\serve.exe', ['D:\\bin\\serve.exe'], 'D:\\bin\\serve.exe'],
  ['win32', 'none', [], undefined],
])('on %s the command %j is %j', async (platform, command, files, found) => {
  const searchPath = 'C:\\Windows;C:\\node';
  expect(await findCommand(command, 'C:\\proj', searchPath, platform, there(...files))).toBe(found);
});

test('elsewhere a command has no ending of its own', async () => {
  for (const platform of ['linux', 'darwin'] as const) {
    expect(await findCommand('npx', '/p', '/a:/b', platform, there('/b/npx.cmd', '/b/npx'))).toBe('/b/npx');
    expect(await findCommand('npx', '/p', '/a:/b', platform, there('/b/npx.exe'))).toBeUndefined();
    expect(await findCommand('./s', '/p', '', platform, there('/p/s'))).toBe('/p/s');
  }
});

test('names of variables come once, whatever their case on Windows', () => {
  const parent = { Path: 'C:\\a', SystemRoot: 'C:\\Windows', UserProfile: 'C:\\Users\\me', Secret: 's' };
  const overrides = { path: 'C:\\mine', npm_config_x: '0', NPM_config_x: '1' };
  expect(childEnvironment(parent, overrides, 'win32')).toEqual({
    PATH: 'C:\\mine',
    npm_config_x: '1',
    SYSTEMROOT: 'C:\\Windows',
    USERPROFILE: 'C:\\Users\\me',
  });
  expect(childEnvironment(parent, { path: '/mine' }, 'darwin')).toEqual({ path: '/mine' });
});

test('a name reads from the root with slashes, on any system', () => {
  const on = (platform: NodeJS.Platform, root: string, file: string) => relativeName(root, Buffer.from(file), platform);
  expect(on('win32', 'C:\\proj', 'c:\\Proj\\src\\a.ts')).toBe('src/a.ts');
  expect(on('win32', 'C:\\', 'C:\\a.ts')).toBe('a.ts');
  expect(on('win32', 'C:/proj', 'C:/proj/src\\a.ts')).toBe('src/a.ts');
  expect(on('win32', 'C:\\proj', 'C:\\project\\a.ts')).toBe('C:/project/a.ts');
  expect(on('linux', '/proj', '/proj/a\\b.ts')).toBe('a\\b.ts');
  expect(on('darwin', '/', '/a.ts')).toBe('a.ts');
});

test('npm’s global packages are beside its programs', () => {
  expect(globalFolders('C:\\npm;rel', 'win32', 'C:\\node\\node.exe')).toEqual(['C:\\node', 'C:\\npm']);
  expect(globalFolders('/usr/local/bin:rel', 'linux', '/opt/node/bin/node')).toEqual([
    '/opt/node/lib',
    '/usr/local/lib',
  ]);
});

test('Windows has no table of groups; Linux and macOS read theirs', async () => {
  await expect(processTable('win32')).rejects.toThrow('Windows has no process groups');
  for (const platform of ['linux', 'darwin'] as const) {
    expect((await processTable(platform)).some(({ pid }) => pid === process.pid)).toBe(true);
  }
});

test('a command or a ripgrep that is a .cmd file is started by cmd.exe as well', async () => {
  // This is not Windows, so `echo` replaces cmd.exe and prints the arguments that it would get.
  const child = await startChild(
    { file: 'C:\\bin\\rg.cmd', args: ['x'], cwd: '/', env: { COMSPEC: '/bin/echo' } },
    'win32',
  );
  expect(child.ok && (await text(child.stdout))).toMatch(/^\/d \/s \/c "C:\\bin\\rg\.cmd .*x.*"\n$/);
});
