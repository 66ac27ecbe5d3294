import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServerConfig } from '../config/server-config.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import type { PreparedTool } from './prepare-tools.ts';

/** What is remembered of a server from one run to the next, so that its tools are there before it is. */
export interface RememberedServer {
  readonly tools: readonly PreparedTool[];
  readonly prompts: readonly JsonObject[];
  /** SHA-256 of a tool's definition at its first use, by the tool's name. */
  readonly used: Readonly<Record<string, string>>;
}

/** Files in `MCP_PRUNER_HOME/gateway`, one a server; for their owner alone. */
export interface ListFiles {
  /** Undefined where there is none for this configuration of it. */
  read(name: string, config: ServerConfig): Promise<RememberedServer | undefined>;
  /** Never rejects: without a file the next run has to wait. */
  write(name: string, config: ServerConfig, server: RememberedServer): Promise<void>;
}

const VERSION = 1;
const MOST_BYTES = 8 * 1024 * 1024;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** `root`: what servers list may depend on where they start. */
export function createListFiles(home: string, root: string): ListFiles {
  const folder = path.join(home, 'gateway');
  const fileOf = (name: string, config: ServerConfig): string => {
    const id = createHash('sha256')
      .update(JSON.stringify([name, config, root]))
      .digest('hex')
      .slice(0, 32);
    return path.join(folder, `${id}.json`);
  };
  let writes = 0;
  return {
    async read(name, config) {
      try {
        const read = JSON.parse(await readFile(fileOf(name, config), 'utf8')) as RememberedServer & {
          version?: number;
        };
        return read.version === VERSION ? read : undefined;
      } catch {
        return undefined;
      }
    },
    async write(name, config, server) {
      const text = JSON.stringify({ version: VERSION, ...server });
      if (text.length > MOST_BYTES) return;
      const file = fileOf(name, config);
      const part = `${file}.${process.pid}-${++writes}`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(part, text, { mode: 0o600 });
        await rename(part, file);
        if (writes === 1) await removeOld(folder);
      } catch {
        await rm(part, { force: true }).catch(() => {});
      }
    },
  };
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - (await stat(file)).mtimeMs > KEPT_MS) await rm(file, { force: true });
  }
}
