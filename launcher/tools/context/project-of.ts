import path from 'node:path';

/**
 * Returns the project for a root's calls: its folder's name, and a hash that distinguishes folders of the same name.
 */
export function projectOf(root: string): string {
  const name = path.basename(root).replaceAll(/[^A-Za-z0-9._-]+/g, '-') || 'root';
  let hash = 5381;
  for (let i = 0; i < root.length; i++) hash = (Math.imul(hash, 33) ^ root.charCodeAt(i)) >>> 0;
  return `${name.slice(0, 80)}:${hash.toString(16).padStart(8, '0')}`;
}
