import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Returns every file below a folder with its mode and text, and every link with its target. */
export function folderText(folder: string, leftOut: RegExp = /^$/): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !leftOut.test(name));
  return Object.fromEntries(names.toSorted().map((name) => [name, describe(path.join(folder, name))]));
}

function describe(file: string): string {
  const stats = lstatSync(file);
  const mode = (stats.mode & 0o777).toString(8);
  if (stats.isSymbolicLink()) return `link to ${readlinkSync(file)}`;
  if (stats.isDirectory()) return `folder ${mode}`;
  if (!stats.isFile()) return `special ${mode}`;
  return `${mode}\n${readFileSync(file, 'utf8')}`;
}
