import path from 'node:path';

/**
 * Tells whether a file is matched: `*` and `?` stand for characters of one name, `**` for any folders. A glob without a
 * slash is of the name alone, another is of the path from the root on, or of an absolute one.
 */
export function createGlobs(globs: readonly string[], root: string): (file: string) => boolean {
  const patterns = globs.map((glob) => ({ isName: !/[\\/]/.test(glob), pattern: toPattern(glob) }));
  return (file) => {
    const absolute = path.resolve(root, file);
    const names = [absolute, path.relative(root, absolute)].map((one) => one.replaceAll('\\', '/'));
    return patterns.some(({ isName, pattern }) =>
      isName ? pattern.test(path.basename(file)) : names.some((name) => pattern.test(name)),
    );
  };
}

function toPattern(glob: string): RegExp {
  const parts = glob.replaceAll('\\', '/').split(/(\*\*\/|\*\*|\*|\?)/);
  const body = parts.map((part) => WILD[part] ?? part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)).join('');
  return new RegExp(`^${body}$`);
}

const WILD: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
