import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConfigLocation } from './config/config-location.ts';
import type { JsonObject } from './connection/server-connection.ts';

/** The tools that were offered last under a configuration, as `tools/list` shows them: the first list waits for nothing. */
export interface OfferedSnapshot {
  /** Undefined where nothing is known of the configuration as it is now. */
  read(): Promise<readonly JsonObject[] | undefined>;
  /** Never rejects: without it the next first list takes some milliseconds more. */
  write(tools: readonly JsonObject[]): Promise<void>;
}

export interface OfferedSnapshotOptions {
  readonly location: ConfigLocation;
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  /** What else the list depends on. */
  readonly settings: readonly unknown[];
}

const VERSION = 1;
const NAME = /^offered-[0-9a-f]{32}\.json$/;
/** Milliseconds after which one that was not written again goes. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export function createOfferedSnapshot({ location, home, settings }: OfferedSnapshotOptions): OfferedSnapshot {
  const folder = path.join(home, 'gateway');
  let parts = 0;
  const fileNow = async (): Promise<string> => {
    const hash = createHash('sha256').update(JSON.stringify([VERSION, settings]));
    for (const file of [location.user, location.project]) {
      hash.update(file === undefined ? '\0' : await readFile(file).catch(() => '\0'));
    }
    return path.join(folder, `offered-${hash.digest('hex').slice(0, 32)}.json`);
  };
  return {
    async read() {
      try {
        return JSON.parse(await readFile(await fileNow(), 'utf8')) as readonly JsonObject[];
      } catch {
        return undefined;
      }
    },
    async write(tools) {
      const file = await fileNow();
      const part = `${file}.${process.pid}-${++parts}`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(part, JSON.stringify(tools), { mode: 0o600 });
        await rename(part, file);
        if (parts === 1) await removeOld(folder);
      } catch {
        await rm(part, { force: true }).catch(() => {});
      }
    },
  };
}

async function removeOld(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => NAME.test(one))) {
    const file = path.join(folder, name);
    if (Date.now() - (await stat(file)).mtimeMs > KEPT_MS) await rm(file, { force: true });
  }
}
