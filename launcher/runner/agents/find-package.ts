import { createRequire } from 'node:module';
import path from 'node:path';
import { pathsOf } from '../../paths/resolve-inside.ts';

/**
 * The file of an optional peer dependency: looked for from this package, in NODE_PATH, and where `npm install -g` puts
 * packages beside the programs of the PATH; undefined where it is not installed. Never from the working directory: what
 * an agent works on is not to say what runs.
 */
export function findPackage(
  specifier: string,
  searchPath: string | undefined = process.env['PATH'],
): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  try {
    return resolve(specifier);
  } catch {
    // Not beside us.
  }
  for (const folder of globalFolders(searchPath)) {
    try {
      return createRequire(path.join(folder, 'none.js')).resolve(specifier);
    } catch {
      // Nor there.
    }
  }
  return undefined;
}

/** npm's own layout: `<prefix>/bin` beside `<prefix>/lib/node_modules`; on Windows one folder for both. */
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
