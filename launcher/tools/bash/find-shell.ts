import path from 'node:path';
import { findExecutable } from '../../platform/process/find-executable.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Matches WSL's bash, which runs in another system with other files. */
const WSL = /[\\/]system32[\\/]bash\.exe$/i;

/** Folders where Git for Windows is installed, for all users or for one. */
const GIT_FOLDERS: readonly (readonly [string, ...string[]])[] = [
  ['PROGRAMFILES'],
  ['PROGRAMW6432'],
  ['LOCALAPPDATA', 'Programs'],
];

/** Returns the absolute path of the `bash` that runs commands. On Windows, falls back to Git's if PATH has none. */
export async function findShell(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  find: typeof findExecutable = findExecutable,
): Promise<string | undefined> {
  if (platform !== 'win32') return await find('bash', env['PATH'], platform);
  // Windows ignores the case of variable names.
  const variable = (name: string): string | undefined =>
    Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
  const onPath = await find('bash', variable('PATH'), platform);
  if (onPath !== undefined && !WSL.test(onPath)) return onPath;
  const folders = GIT_FOLDERS.flatMap(([name, ...inside]) => {
    const folder = variable(name);
    return folder === undefined ? [] : [path.win32.join(folder, ...inside, 'Git', 'bin')];
  });
  return await find('bash', folders.join(';'), platform);
}

/** Returns the error message if there is no bash. */
export function noShell(platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32'
    ? 'cannot find bash: expected bash on PATH, or Git for Windows'
    : 'cannot find bash: expected bash on PATH';
}
