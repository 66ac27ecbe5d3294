import path from 'node:path';

/**
 * The absolute path that `given` names, or `undefined` where it leaves `root` by its own words. Nothing is looked up: a
 * link may still lead outside, which `realPathInside` tells.
 */
export function resolveInside(
  root: string,
  given: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (given.includes('\0')) return undefined;
  const absolute = pathsOf(platform).resolve(root, given);
  // On macOS and Windows a name that differs in its case alone is mostly the same; its real path tells for sure.
  const same = ignoresCase(platform) && isInside(folded(root), folded(absolute), platform);
  return same || isInside(root, absolute, platform) ? absolute : undefined;
}

/** True if `absolute` is `root` or lies below it, by their names. */
export function isInside(root: string, absolute: string, platform: NodeJS.Platform = process.platform): boolean {
  const { relative: relate, sep, isAbsolute } = pathsOf(platform);
  const relative = relate(root, absolute);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${sep}`) && !isAbsolute(relative));
}

/** The rules for paths of a system. */
export function pathsOf(platform: NodeJS.Platform = process.platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

function ignoresCase(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' || platform === 'win32';
}

/** A name as file systems compare it that do not tell cases apart. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
