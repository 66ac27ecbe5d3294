import { pathsOf } from '../../paths/resolve-inside.ts';
import { findExecutable, isExecutableFile, WINDOWS_ENDINGS } from '../../process/find-executable.ts';

/**
 * The file that `command` names: with a slash in it a path from `cwd`, else a name on `searchPath`. Windows starts
 * `server` by the names `server.exe` and `server.cmd` as well.
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
