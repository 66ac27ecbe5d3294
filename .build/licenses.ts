import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The licenses of all packages that are built into files, as one text. */
export async function licensesOf(metafiles: readonly Metafile[], root: string): Promise<string> {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((one) => Object.keys(one.inputs)));
  const folders = [...new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[1] ?? []))];
  const texts = await Promise.all(folders.map((folder) => licenseIn(join(root, folder))));
  const sorted = [...new Set(texts)].sort();
  return `Parts of these packages are built into the files of this folder.\n\n${sorted.join('\n')}`;
}

async function licenseIn(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const file = (await readdir(folder)).find((name) => /^licen[cs]e(?:\.\w+)?$/i.test(name));
  const title = `${String(manifest['name'])} ${String(manifest['version'])} (${String(manifest['license'])})`;
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  return `${'='.repeat(78)}\n${title}\n\n${text.trim()}\n`;
}
