// Runs our TypeScript on Node 20.19 and later: `node --import ./.build/any-node.mjs FILE`. Node 24.2 and later can do
// that without this file.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

/** URL of FILE. */
let main;

// Node runs the functions below in a separate thread, which loads this file again.
if (isMainThread && import.meta.main === undefined)
  register(import.meta.url, { data: pathToFileURL(process.argv[1]).href });

export function initialize(file) {
  main = file;
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { transform } = await import('esbuild');
  const define = { 'import.meta.main': String(url === main) };
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), { loader: 'ts', define });
  return { format: 'module', shortCircuit: true, source: code };
}
