import path from 'node:path';
import { ANY, mayMeet, ONE, SOME } from './may-meet.ts';

/**
 * Tells whether a file is matched: `*` and `?` stand for characters of one name, `**` for any folders. A glob without a
 * slash is of the name alone, another is of the path from the root on, or of an absolute one. A file that is known in part
 * (see `mayMeet`) is matched if it may be.
 */
export function createGlobs(globs: readonly string[], root: string): (file: string) => boolean {
  const patterns = globs.map((glob) => ({ isName: !/[\\/]/.test(glob), either: toPatterns(glob) }));
  return (file) => {
    const absolute = path.resolve(root, file);
    const names = [absolute, path.relative(root, absolute)].map((one) => one.replaceAll('\\', '/'));
    return patterns.some(({ isName, either }) =>
      either.some((pattern) => (isName ? [path.basename(file)] : names).some((name) => mayMeet(pattern, name))),
    );
  };
}

/** Folders may be none: `a/**` + `/b` is `a/b` too. */
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
