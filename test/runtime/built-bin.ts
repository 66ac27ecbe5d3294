import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { bundle, moduleOf } from '../../.build/bundle.ts';
import { BIN, type Target, TOKENIZER } from '../../.build/targets.ts';
import { ROOT } from './started.ts';

/** The command line, or another part of the package, as it is now, built where it finds its dependencies. */
export interface BuiltBin {
  readonly path: string;
  remove(): Promise<void>;
}

/** The command line. */
export const buildBin = (): Promise<BuiltBin> => buildModule(BIN);

export async function buildModule(target: Target): Promise<BuiltBin> {
  const cache = `${ROOT}node_modules/.cache/`;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(`${cache}mcp-pruner-`);
  const files = [...(await bundle(target)), ...(await bundle(TOKENIZER))];
  const entry = moduleOf(files).path;
  const from = dirname(entry);
  for (const { path, text } of files) {
    const to = join(folder, relative(from, path));
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, text);
  }
  return { path: join(folder, basename(entry)), remove: () => rm(folder, { recursive: true }) };
}
