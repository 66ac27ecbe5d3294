import { pathsOf } from '../../platform/paths/resolve-inside.ts';

/**
 * Returns the absolute path `file` relative to `root`, with `/` as separator on every system. Bytes that are not UTF-8
 * become U+FFFD.
 */
export function relativeName(root: string, file: Buffer, platform: NodeJS.Platform = process.platform): string {
  const { sep } = pathsOf(platform);
  if (platform === 'win32') return relativeOnWindows(root, file.toString(), sep);
  const prefix = Buffer.from(root.endsWith(sep) ? root : root + sep);
  const inside = file.subarray(0, prefix.length).equals(prefix);
  return (inside ? file.subarray(prefix.length) : file).toString();
}

/** Implements `relativeName` for Windows, which ignores case and allows both slashes. */
function relativeOnWindows(root: string, file: string, sep: string): string {
  const prefix = `${root.replaceAll('/', sep).replace(/\\$/, '')}${sep}`.toLowerCase();
  const name = file.replaceAll('/', sep);
  const shown = name.toLowerCase().startsWith(prefix) ? name.slice(prefix.length) : name;
  return shown.replaceAll(sep, '/');
}
