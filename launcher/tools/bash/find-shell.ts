import path from 'node:path';
import { findExecutable } from '../../process/find-executable.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** WSL's: it runs in another system, with other files. */
const WSL = /[\\/]system32[\\/]bash\.exe$/i;

/** Where Git for Windows is installed, for all users or for one. */
const GIT_FOLDERS: readonly (readonly [string, ...string[]])[] = [
  ['PROGRAMFILES'],
  ['PROGRAMW6432'],
  ['LOCALAPPDATA', 'Programs'],
];

/** The absolute path of the `bash` to run commands with; on Windows Git's, where PATH has none. */
export async function findShell(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  find: typeof findExecutable = findExecutable,
): Promise<string | undefined> {
  if (platform !== 'win32') return await find('bash', env['PATH'], platform);
  // Windows does not tell the names of variables apart by case.
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

/** What to say where there is none. */
export function noShell(platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32'
    ? 'bash was not found on PATH, nor Git for Windows, whose bash would do: no command can run without one'
    : 'bash was not found on PATH, no command can run without it';
}
