import { pathsOf } from '../../../platform/paths/resolve-inside.ts';
import { findExecutable, isExecutableFile, WINDOWS_ENDINGS } from '../../../platform/process/find-executable.ts';

/**
 * Returns the file of `command`: with a slash it is a path relative to `cwd`, otherwise a name on `searchPath`. On
 * Windows, `server` also finds `server.exe` and `server.cmd`.
 */
export async function findCommand(
  command: string,
  cwd: string,
  searchPath: string | undefined,
  platform: NodeJS.Platform = process.platform,
  isExecutable: (file: string) => Promise<boolean> = isExecutableFile,
): Promise<string | undefined> {
  const { sep, resolve } = pathsOf(platform);
  const isPath = command.includes('/') || command.includes(sep);
  if (!isPath) return findExecutable(command, searchPath, platform, isExecutable);
  const file = resolve(cwd, command);
  for (const ending of platform === 'win32' ? ['', ...WINDOWS_ENDINGS.filter(Boolean)] : ['']) {
    if (await isExecutable(file + ending)) return file + ending;
  }
  return undefined;
}
