import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  const path = `${folder}/index.js`;
  await writeFile(path, moduleOf(await bundle(BIN)).contents);
  return { path, remove: () => rm(folder, { recursive: true }) };
}
