import { relativePath, resolvePath } from './paths.ts';
import { ANY, ONE, patternsOverlap, SOME } from './pattern-overlap.ts';

/**
 * Returns a function that matches files. `*` and `?` match characters of one name, `**` any folders. A glob without a
 * slash applies to the name, any other to the path relative to the root or to the absolute path. A partly known file
 * (see `patternsOverlap`) matches if it might.
 */
export function createGlobs(globs: readonly string[], root: string): (file: string) => boolean {
  const patterns = globs.map((glob) => ({ isName: !/[\\/]/.test(glob), either: toPatterns(glob) }));
  const folder = resolvePath(root, '');
  return (file) => {
    const absolute = resolvePath(folder, file);
    const names = [absolute, relativePath(folder, absolute)];
    const own = [absolute.slice(absolute.lastIndexOf('/') + 1)];
    return patterns.some(({ isName, either }) =>
      either.some((pattern) => (isName ? own : names).some((name) => patternsOverlap(pattern, name))),
    );
  };
}

/** `**` also matches no folder: `a/**` + `/b` includes `a/b`. */
function toPatterns(glob: string): readonly string[] {
  const parts = glob.replaceAll('\\', '/').split(/(\*\*\/|\*\*|\*|\?)/);
  let patterns = [''];
  for (const part of parts) {
    const either = part === '**/' ? ['', `${ANY}/`] : [WILD[part] ?? part];
    patterns = patterns.flatMap((pattern) => either.map((one) => pattern + one));
  }
  return patterns;
}

const WILD: Readonly<Record<string, string>> = { '**': ANY, '*': SOME, '?': ONE };
