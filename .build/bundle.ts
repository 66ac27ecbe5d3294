import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type OutputFile } from 'esbuild';
import { BIN, TARGETS, type Target } from './targets.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SHEBANG = '#!/usr/bin/env node\n';

/** Builds one target in memory: the module, and its source map. */
export async function bundle({ entry, options }: Target): Promise<readonly OutputFile[]> {
  const { outputFiles } = await build({ ...options, absWorkingDir: ROOT, entryPoints: [entry], write: false });
  return outputFiles;
}

/** The module among what a target was built to. */
export function moduleOf(files: readonly OutputFile[]): OutputFile {
  const found = files.find(({ path }) => path.endsWith('.js'));
  if (found === undefined) throw new Error('The build gave no module');
  return found;
}

async function write(target: Target): Promise<string> {
  const files = await bundle(target);
  for (const { path, contents } of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contents);
  }
  const { path, contents, text } = moduleOf(files);
  if (target === BIN) {
    if (!text.startsWith(SHEBANG)) throw new Error(`"${BIN.entry}" must begin with ${JSON.stringify(SHEBANG)}`);
    await chmod(path, 0o755);
  }
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
  return `${target.options.outfile}  ${kilobytes(contents.byteLength)}, ${kilobytes(gzipSync(contents).byteLength)} gzipped`;
}

/** `node .build/bundle.ts [NAME…]`: builds the named targets, or all; goes on after a failure and then exits with 1. */
if (import.meta.main) {
  const asked = process.argv.slice(2);
  for (const [name, target] of Object.entries(TARGETS)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    try {
      process.stdout.write(`${await write(target)}\n`);
    } catch (error) {
      process.stderr.write(`building ${name} from "${target.entry}" failed: ${String(error)}\n`);
      process.exitCode = 1;
    }
  }
}
