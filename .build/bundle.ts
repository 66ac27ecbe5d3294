import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { withInheritedImports } from './inherited-imports.ts';
import { licensesOf } from './licenses.ts';
import { mergeParts } from './merge-parts.ts';
import { withTokenizer } from './shared-tokenizer.ts';
import { BIN, BIN_PARTS, CORE, CORE_PARTS, TARGETS, type Target, TOKENIZER } from './targets.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SHEBANG = '#!/usr/bin/env node\n';

const ASIDE = 'aside-';

/** A built file, not yet written. */
export interface BuiltFile {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
}

/** Builds one target in memory. Calls `built` with the metafile of each build, which lists the packages in it. */
export async function bundle(
  { entry, apart: core, options, processes = {}, scripts = {}, merged = [] }: Target,
  built: (metafile: Metafile) => void = () => {},
): Promise<readonly BuiltFile[]> {
  const common = { ...options, absWorkingDir: ROOT, write: false } as const;
  const { outdir } = options;
  // esbuild splits off code that two entries share. These two entries only cause the split, and their files are
  // dropped.
  const aside = core === undefined ? {} : { [`${ASIDE}all`]: entry, [`${ASIDE}apart`]: core };
  const name = core === undefined ? 'index' : 'core';
  const entryPoints = outdir === undefined ? [entry] : { [name]: entry, ...aside };
  const { outputFiles, metafile } = await build({ ...common, entryPoints, metafile: true });
  built(metafile);
  // Processes and scripts are built alone. If they shared a part with the main module, loading it would run that
  // module.
  const cjs = { format: 'cjs', outExtension: { '.js': '.cjs' }, banner: {} } as const;
  const apart = await Promise.all([
    ...Object.entries(processes).map(([name, source]) =>
      build({ ...common, splitting: false, entryPoints: { [name]: source }, metafile: true }),
    ),
    ...Object.entries(scripts).map(([name, source]) =>
      build({ ...common, ...cjs, splitting: false, entryPoints: { [name]: source }, metafile: true }),
    ),
  ]);
  for (const one of apart) built(one.metafile);
  const finished = (file: BuiltFile, in_: string): BuiltFile => ({
    path: file.path,
    text:
      options.charset === 'ascii'
        ? inAscii(withTokenizer(withInheritedImports(file.text), file.path, in_))
        : withTokenizer(file.text, file.path, in_),
  });
  if (outdir === undefined) return outputFiles.map((file) => finished(file, dirname(file.path)));
  const folder = join(ROOT, outdir);
  const sourceOf = new Map(
    Object.entries(metafile.outputs).map(
      ([path, { entryPoint = '' }]) => [relative(outdir, path), entryPoint] as const,
    ),
  );
  const files = outputFiles.filter((file) => !basename(file.path).startsWith(ASIDE));
  const parts = await mergeParts(files, folder, sourceOf, merged);
  return [...parts, ...apart.flatMap((one) => one.outputFiles)].map((file) => finished(file, folder));
}

/**
 * Escapes the non-ASCII characters that esbuild leaves in regular expressions. A single one doubles the memory of the
 * whole module's text.
 */
function inAscii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\t\r\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** True for a file that is a part of another one. */
export const isPart = ({ path }: BuiltFile): boolean => [BIN_PARTS, CORE_PARTS].includes(basename(dirname(path)));

/** Returns the entry module of a target. */
export function moduleOf(files: readonly BuiltFile[]): BuiltFile {
  const found = files.find((file) => /\.m?js$/.test(file.path) && !isPart(file));
  if (found === undefined) throw new Error('The build gave no module');
  return found;
}

async function write(target: Target, built: (metafile: Metafile) => void): Promise<string> {
  const files = await bundle(target, built);
  // Names of parts contain a hash of their content, so parts of earlier builds would remain.
  if (target === BIN) await rm(`${ROOT}dist/${BIN_PARTS}`, { recursive: true, force: true });
  if (target === CORE) await rm(`${ROOT}dist/${CORE_PARTS}`, { recursive: true, force: true });
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const { path, text } = moduleOf(files);
  if (target === BIN) {
    if (!text.startsWith(SHEBANG)) throw new Error(`"${BIN.entry}" must begin with ${JSON.stringify(SHEBANG)}`);
    await chmod(path, 0o755);
  }
  const modules = files.filter((file) => /\.m?js$/.test(file.path));
  const sum = (sizes: readonly number[]): string => `${(sizes.reduce((a, b) => a + b, 0) / 1000).toFixed(0)} kB`;
  const size = sum(modules.map((file) => Buffer.byteLength(file.text)));
  const gzipped = sum(modules.map((file) => gzipSync(file.text).byteLength));
  const parts = modules.length === 1 ? '' : ` and ${modules.length - 1} parts`;
  return `${relative(ROOT, path)}${parts}  ${size}, ${gzipped} gzipped`;
}

/**
 * `node .build/bundle.ts [NAME…]`: builds the named targets, or all. If a target fails, builds the others and exits
 * with 1.
 */
if (import.meta.main) {
  const asked = process.argv.slice(2);
  const metafiles: Metafile[] = [];
  for (const [name, target] of Object.entries(TARGETS)) {
    // Always build the tokenizer, because every target for Node needs it beside its own files.
    if (asked.length > 0 && !asked.includes(name) && target !== TOKENIZER) continue;
    try {
      process.stdout.write(`${await write(target, (metafile) => metafiles.push(metafile))}\n`);
    } catch (error) {
      process.stderr.write(`building ${name} from "${target.entry}" failed: ${String(error)}\n`);
      process.exitCode = 1;
    }
  }
  // The licenses cover all targets, so only write them if all were built.
  if (asked.length === 0) await writeFile(`${ROOT}dist/licenses.txt`, await licensesOf(metafiles, ROOT));
}
