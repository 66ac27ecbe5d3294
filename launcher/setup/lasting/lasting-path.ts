import { realpathSync } from 'node:fs';
import path from 'node:path';

/** A folder that is named after a version: an update makes another one beside it, or in its place. */
const VERSION = /(?:^|[-@])v?(\d+)(\.\d+)\.\d+(?:$|[-+_(])/;
/** Folders of a shell session, which go with it. */
const PASSING = /[\\/]fnm_multishells[\\/]|^\/run\/user\//;

/** Ways in which version managers and package managers lead to a file by a name that stays. */
const LASTING: readonly (readonly [RegExp, ...string[]])[] = [
  // pnpm, its global folder among them
  [/^(.*)\/\.pnpm\/[^/]+\/node_modules\/(.*)$/, '$1/$2', '$1/node_modules/$2'],
  // Homebrew
  [/^(.*)\/Cellar\/([^/]+)\/[^/]+\/(.*)$/, '$1/opt/$2/$3', '$1/$3'],
  // nvm, with NVM_SYMLINK_CURRENT
  [/^(.*)\/versions\/node\/[^/]+\/(.*)$/, '$1/current/$2'],
  // fnm
  [/^(.*)\/node-versions\/[^/]+\/installation\/(.*)$/, '$1/aliases/default/$2'],
];

/** Names that mise gives to a version beside its own. */
const ALIASES = (major: string, minor: string): readonly string[] => ['latest', 'lts', major, `${major}${minor}`];

/** True if an update of Node, or of the package, may take the file away. */
export function isVersionBound(file: string): boolean {
  return file.split(/[\\/]/).some((name) => VERSION.test(name));
}

export interface LastingOptions {
  /** PATH, if the file is a program. */
  readonly searchPath?: string | undefined;
  /** Throws if there is no such file. */
  readonly realpath?: ((file: string) => string) | undefined;
}

/** A path that leads to the file today, and will to what an update puts in its place. Undefined if none is found. */
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
