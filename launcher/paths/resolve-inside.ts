import path from 'node:path';

/**
 * The absolute path that `given` names, or `undefined` where it leaves `root` by its own words (DESIGN, decision 6).
 * Nothing is looked up: a link may still lead outside, which `realPathInside` tells.
 */
export function resolveInside(root: string, given: string): string | undefined {
  if (given.includes('\0')) return undefined;
  const absolute = path.resolve(root, given);
  return isInside(root, absolute) ? absolute : undefined;
}

export function isInside(root: string, absolute: string): boolean {
  const relative = path.relative(root, absolute);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
