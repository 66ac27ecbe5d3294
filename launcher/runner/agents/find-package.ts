import { createRequire } from 'node:module';
import path from 'node:path';
import { pathsOf } from '../../platform/paths/resolve-inside.ts';

/**
 * Returns the file of an optional peer dependency; undefined if it is not installed. Looks beside this package, in
 * NODE_PATH, and in the folders of `npm install -g` beside the programs on PATH. It never looks in the working
 * directory, whose content must not decide which code runs.
 */
export function findPackage(
  specifier: string,
  searchPath: string | undefined = process.env['PATH'],
): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  try {
    return resolve(specifier);
  } catch {
    // Not installed beside this package; try the global folders.
  }
  for (const folder of globalFolders(searchPath)) {
    try {
      return createRequire(path.join(folder, 'none.js')).resolve(specifier);
    } catch {
      // Not in this folder either; try the next.
    }
  }
  return undefined;
}

/** Returns npm's global folders: `<prefix>/lib/node_modules` beside `<prefix>/bin`, on Windows one folder for both. */
export function globalFolders(
  searchPath: string | undefined,
  platform: NodeJS.Platform = process.platform,
  execPath: string = process.execPath,
): readonly string[] {
  const { dirname, delimiter, isAbsolute, resolve } = pathsOf(platform);
  const programs = [dirname(execPath), ...(searchPath ?? '').split(delimiter).filter((folder) => isAbsolute(folder))];
  const packages = platform === 'win32' ? 'node_modules' : '../lib/node_modules';
  return [...new Set(programs.map((folder) => resolve(folder, packages, '..')))];
}
