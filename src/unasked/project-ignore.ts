import { createGlobs } from './glob.ts';
import { resolvePath } from './paths.ts';

/** Files of a project that are left whole. */
export interface ProjectIgnore {
  /** The ignore file; undefined if there is none. */
  readonly file: string | undefined;
  /** True if nothing may be shortened. */
  readonly isOff: boolean;
  /** True for a file that must never be shortened. */
  readonly isIgnored: (file: string) => boolean;
}

/** What a project without an ignore file wants. */
export const NOTHING_IGNORED: ProjectIgnore = { file: undefined, isOff: false, isIgnored: () => false };

/** Reads the text of an ignore file in `folder`. `#` begins a comment. Relative files are relative to `root`. */
export function toProjectIgnore(text: string, file: string, folder: string, root: string): ProjectIgnore {
  const lines = text.split('\n').map((line) => line.trim());
  const globs = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const isIgnored = createGlobs(globs, folder);
  return { file, isOff: globs.some(isAll), isIgnored: (given) => isIgnored(resolvePath(root, given)) };
}

const isAll = (glob: string): boolean => glob === '*' || glob === '**';
