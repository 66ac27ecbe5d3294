import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, moduleOf } from '../../.build/bundle.ts';
import { BIN, CLOUDFLARE, CORE, type Target, TOKENIZER } from '../../.build/targets.ts';
import { type LockTimes, withLock } from '../../launcher/platform/files/with-lock.ts';
import { systemTimers } from '../../launcher/platform/timers.ts';

/** In `node_modules`, so that built files find their dependencies. */
export const CACHE: string = fileURLToPath(new URL('../../node_modules/.cache/mcp-pruner/', import.meta.url));

const TARGETS: Readonly<Record<string, Target>> = { bin: BIN, core: CORE, cloudflare: CLOUDFLARE };
/** Milliseconds to keep builds of older sources, because another run may still use them. */
const KEPT_MS = 60 * 60 * 1000;

/** Limits of the lock in milliseconds. A build takes seconds, or a minute on a busy machine. */
const TIMES: LockTimes = { staleMs: 120_000, waitMs: 300_000 };

/** Builds a target into a folder. Its entry module is named `index.js`. */
async function build(target: Target, folder: string): Promise<void> {
  const files = [...(await bundle(target)), ...(await bundle(TOKENIZER))];
  const entry = moduleOf(files).path;
  const part = `${folder}.part-${process.pid}`;
  for (const { path: file, text } of files) {
    const to = path.join(part, file === entry ? 'index.js' : path.relative(path.dirname(entry), file));
    await mkdir(path.dirname(to), { recursive: true });
    await writeFile(to, text);
  }
  await rename(part, folder);
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    // Another suite may remove its lock at the same time.
    const stats = await stat(path.join(CACHE, name)).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs > KEPT_MS)
      await rm(path.join(CACHE, name), { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [name = '', folder = ''] = process.argv.slice(2);
  const target = TARGETS[name];
  if (target === undefined) throw new Error(`cannot build "${name}": expected ${Object.keys(TARGETS).join(', ')}`);
  await mkdir(CACHE, { recursive: true });
  // Several suites may need the build at once. The first one builds, and the others wait.
  await withLock(
    `${folder}.lock`,
    systemTimers,
    async () => {
      if (!existsSync(folder)) await build(target, folder);
    },
    TIMES,
  );
  await removeOld();
}
