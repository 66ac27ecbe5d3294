import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { bundle, moduleOf } from '../../.build/bundle.ts';
import { BIN } from '../../.build/targets.ts';
import { ROOT } from './started.ts';

/** The command line as it is now, built where it finds its dependencies. */
export interface BuiltBin {
  readonly path: string;
  remove(): Promise<void>;
}

export async function buildBin(): Promise<BuiltBin> {
  const cache = `${ROOT}node_modules/.cache/`;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(`${cache}mcp-pruner-`);
  const files = await bundle(BIN);
  const from = dirname(moduleOf(files).path);
  for (const { path, text } of files) {
    const to = join(folder, relative(from, path));
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, text);
  }
  return { path: join(folder, 'index.js'), remove: () => rm(folder, { recursive: true }) };
}
