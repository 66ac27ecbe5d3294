import { createRequire } from 'node:module';
import path from 'node:path';

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
function globalFolders(searchPath: string | undefined): readonly string[] {
  const programs = [
    path.dirname(process.execPath),
    ...(searchPath ?? '').split(path.delimiter).filter(path.isAbsolute),
  ];
  const packages = process.platform === 'win32' ? 'node_modules' : '../lib/node_modules';
  return [...new Set(programs.map((folder) => path.resolve(folder, packages, '..')))];
}
