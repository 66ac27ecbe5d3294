import path from 'node:path';

/** The absolute path `file` as it reads from `root`; bytes that are not UTF-8 become U+FFFD. */
export function relativeName(root: string, file: Buffer): string {
  const prefix = Buffer.from(root.endsWith(path.sep) ? root : root + path.sep);
  const inside = file.subarray(0, prefix.length).equals(prefix);
  return (inside ? file.subarray(prefix.length) : file).toString();
}
