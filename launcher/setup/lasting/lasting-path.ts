import { realpathSync } from 'node:fs';
import path from 'node:path';

/** A folder named after a version. An update adds another one beside it, or replaces it. */
const VERSION = /(?:^|[-@])v?(\d+)(\.\d+)\.\d+(?:$|[-+_(])/;
/** Folders that disappear with the shell session. */
const PASSING = /[\\/]fnm_multishells[\\/]|^\/run\/user\//;

/** Rewrites of paths of version and package managers to links that survive updates. */
const LASTING: readonly (readonly [RegExp, ...string[]])[] = [
  // pnpm, including its global folder
  [/^(.*)\/\.pnpm\/[^/]+\/node_modules\/(.*)$/, '$1/$2', '$1/node_modules/$2'],
  // Homebrew
  [/^(.*)\/Cellar\/([^/]+)\/[^/]+\/(.*)$/, '$1/opt/$2/$3', '$1/$3'],
  // nvm, with NVM_SYMLINK_CURRENT
  [/^(.*)\/versions\/node\/[^/]+\/(.*)$/, '$1/current/$2'],
  // fnm
  [/^(.*)\/node-versions\/[^/]+\/installation\/(.*)$/, '$1/aliases/default/$2'],
];

/** Aliases that mise creates beside a full version. */
const ALIASES = (major: string, minor: string): readonly string[] => ['latest', 'lts', major, `${major}${minor}`];

/** True if an update of Node, or of the package, may remove the file. */
export function isVersionBound(file: string): boolean {
  return file.split(/[\\/]/).some((name) => VERSION.test(name));
}

export interface LastingOptions {
  /** PATH to search, if the file is a program. */
  readonly searchPath?: string | undefined;
  /** Must throw if there is no such file. */
  readonly realpath?: ((file: string) => string) | undefined;
}

/** Returns a path that leads to the file now, and to its replacement after an update. Undefined if none is found. */
export function lastingPath(
  file: string,
  { searchPath = '', realpath = realpathSync }: LastingOptions = {},
): string | undefined {
  if (!isVersionBound(file)) return file;
  const derived = LASTING.flatMap(([from, ...to]) => (from.test(file) ? to.map((one) => file.replace(from, one)) : []));
  const found = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const all = [...derived, ...aliased(file), ...found.map((folder) => path.join(folder, path.basename(file)))];
  return all.find((one) => !isVersionBound(one) && !PASSING.test(one) && leadsTo(one, file, realpath));
}

function aliased(file: string): readonly string[] {
  const names = file.split('/');
  return names.flatMap((name, at) => {
    const [, major, minor] = VERSION.exec(name) ?? [];
    if (major === undefined || minor === undefined) return [];
    return ALIASES(major, minor).map((alias) => names.with(at, alias).join('/'));
  });
}

function leadsTo(one: string, file: string, realpath: (file: string) => string): boolean {
  try {
    return realpath(one) === realpath(file);
  } catch {
    return false;
  }
}
