import path from 'node:path';

/**
 * Resolves `given` against `root`; undefined if the result is lexically outside. Links are not followed. They may still
 * lead outside, which `realPathInside` checks.
 */
export function resolveInside(
  root: string,
  given: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (given.includes('\0')) return undefined;
  const absolute = pathsOf(platform).resolve(root, given);
  // macOS and Windows usually ignore case. The real path is compared exactly later.
  const same = ignoresCase(platform) && isInside(folded(root), folded(absolute), platform);
  return same || isInside(root, absolute, platform) ? absolute : undefined;
}

/** True if `absolute` is lexically `root` or below it. */
export function isInside(root: string, absolute: string, platform: NodeJS.Platform = process.platform): boolean {
  const { relative: relate, sep, isAbsolute } = pathsOf(platform);
  const relative = relate(root, absolute);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${sep}`) && !isAbsolute(relative));
}

/** Returns a platform's path functions. */
export function pathsOf(platform: NodeJS.Platform = process.platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

const ignoresCase = (platform: NodeJS.Platform): boolean => platform === 'darwin' || platform === 'win32';

/** Normalizes a name as case-insensitive file systems compare it. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();
