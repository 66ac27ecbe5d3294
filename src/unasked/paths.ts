/** True for a path from the root of a file system: `/a`, `C:\a`, `\\server\a`. */
export function isAbsolute(file: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(file);
}

/** Returns an absolute path with slashes. Resolves `.` and `..`, and a relative file from the folder `root`. */
export function resolvePath(root: string, file: string): string {
  const [, drive = '', rest = ''] =
    /^([A-Za-z]:)?(.*)$/s.exec(slashed(isAbsolute(file) ? file : `${root.replace(/[\\/]+$/, '')}/${file}`)) ?? [];
  const parts: string[] = [];
  for (const part of rest.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `${drive}${rest.startsWith('//') ? '/' : ''}/${parts.join('/')}`;
}

/** Returns the path of a file from a folder. Both are absolute, with slashes. */
export function relativePath(folder: string, file: string): string {
  const [from, to] = [partsOf(folder), partsOf(file)];
  const parted = from.findIndex((part, at) => part !== to[at]);
  const same = parted === -1 ? from.length : parted;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}

const slashed = (file: string): string => file.replaceAll('\\', '/');
/** The part before the first slash is empty, or a drive. */
const partsOf = (file: string): readonly string[] => (file === '/' ? [''] : file.split('/'));
