import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
/** Comment by which a bundler marks other packages in a package's own files: `//#region …/.pnpm/ajv@8.18.0/…`. */
const BUILT_IN = /^\/\/#region .*\/\.pnpm\/((?:@[^/+]+\+)?[^/@]+)@([^/_]+)/gm;
const STORE = 'node_modules/.pnpm';

/**
 * Returns the licenses of all packages that are bundled into our files, as one text. Rejects if one of them is not
 * installed.
 */
export async function licensesOf(metafiles: readonly Metafile[], root: string): Promise<string> {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const inputs = new Set(outputs.flatMap((one) => Object.keys(one.inputs)));
  const packaged = [...inputs].filter((input) => PACKAGE.test(input));
  const folders = [...new Set(packaged.flatMap((input) => PACKAGE.exec(input)?.[1] ?? []))];
  const sources = await Promise.all(packaged.map((input) => readFile(join(root, input), 'utf8')));
  const builtIn = new Map(
    sources.flatMap((text) =>
      [...text.matchAll(BUILT_IN)].map(([, name = '', version = '']) => [name.replace('+', '/'), version] as const),
    ),
  );
  const texts = await Promise.all([
    ...folders.map((folder) => licenseIn(join(root, folder))),
    ...[...builtIn].map(async ([name, version]) => licenseIn(await installed(name, root), version)),
  ]);
  // Packages of the same project have the same text.
  const titles = new Map<string, Set<string>>();
  for (const { title, text } of texts) titles.set(text, (titles.get(text) ?? new Set()).add(title));
  const sorted = [...titles].map(([text, of]) => `${'='.repeat(78)}\n${[...of].sort().join('\n')}\n\n${text}\n`).sort();
  return `Parts of these packages are built into the files of this folder.\n\n${sorted.join('\n')}`;
}

/**
 * Returns the folder of a package in pnpm’s store. Rejects if it is missing. package.json lists the packages that the
 * MCP SDK bundles.
 */
async function installed(name: string, root: string): Promise<string> {
  const stored = (await readdir(join(root, STORE))).find((one) => one.startsWith(`${name.replace('/', '+')}@`));
  if (stored === undefined) throw new Error(`cannot read the license of "${name}": it is not installed`);
  return join(root, STORE, stored, 'node_modules', name);
}

/** `version` is that of the bundled copy. Default: the installed version. */
async function licenseIn(folder: string, version?: string): Promise<{ title: string; text: string }> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const file = (await readdir(folder)).find((name) => /^licen[cs]e(?:\.\w+)?$/i.test(name));
  // pnpm's folder of a package says so.
  const patched = folder.includes('_patch_hash=') ? ', with patches of mcp-pruner' : '';
  const title = `${String(manifest['name'])} ${version ?? String(manifest['version'])} (${String(manifest['license'])})${patched}`;
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  return { title, text: text.trim() };
}
