import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeJson } from '../../../src/json/json-number.ts';
import { readJson } from '../../../src/json/read-json.ts';
import type { Timers } from '../../process/timers.ts';
import { launchOf } from '../config/launch-of.ts';
import type { ServerConfig } from '../config/server-config.ts';
import { isJsonObject } from '../connection/is-json-object.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import type { PreparedTool } from './prepare-tools.ts';

/** What is remembered of a server from one run to the next, so that its tools are there before it is. */
export interface RememberedServer {
  /** What it says of itself, for a model. */
  readonly instructions?: string | undefined;
  readonly tools: readonly PreparedTool[];
  readonly prompts: readonly JsonObject[];
  /** SHA-256 of a tool's definition at its first use, by the tool's name. */
  readonly used: Readonly<Record<string, string>>;
}

/** A file in `MCP_PRUNER_HOME/gateway`, for its owner alone. Nothing rejects: without it the next run has to wait. */
export interface RememberedLists {
  /** Undefined where nothing is known of it with this configuration. */
  read(name: string, config: ServerConfig): Promise<RememberedServer | undefined>;
  /** Written a moment later, with what others change until then. */
  write(name: string, config: ServerConfig, server: RememberedServer): void;
  /** Resolves once all is written. */
  flush(): Promise<void>;
}

const VERSION = 1;
const SETTLE_MS = 250;
const MAX_BYTES = 16 * 1024 * 1024;
/** Milliseconds that a server is remembered for after it was last listed. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

type Entries = Readonly<Record<string, RememberedServer & { readonly at: number }>>;

export function createRememberedLists(home: string, timers: Timers): RememberedLists {
  const file = path.join(home, 'gateway', 'lists.json');
  const changed = new Map<string, Entries[string]>();
  let first: Promise<Entries> | undefined;
  let cancel: (() => void) | undefined;
  let writing = Promise.resolve();
  let parts = 0;

  const save = async (): Promise<void> => {
    const own = Object.fromEntries(changed);
    changed.clear();
    // Another launcher may have written since.
    const all: Entries = { ...(await readEntries(file)), ...own };
    const kept = Object.entries(all).filter(([, entry]) => Date.now() - (entry?.at ?? 0) < KEPT_MS);
    const text = writeJson({ version: VERSION, servers: Object.fromEntries(kept) });
    if (text.length > MAX_BYTES) return;
    const part = `${file}.${process.pid}-${++parts}`;
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(part, text, { mode: 0o600 });
      await rename(part, file);
    } catch {
      await rm(part, { force: true }).catch(() => {});
    }
  };
  const flush = (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    if (changed.size > 0) writing = writing.then(save);
    return writing;
  };

  return {
    async read(name, config) {
      first ??= readEntries(file);
      const known = (await first)[idOf(name, config)];
      return isRemembered(known) ? known : undefined;
    },
    write(name, config, server) {
      changed.set(idOf(name, config), { ...server, at: Date.now() });
      cancel ??= timers.after(SETTLE_MS, () => void flush());
    },
    flush,
  };
}

/** Whether an entry is what we write: a file that is not would keep every server away for as long as it lies there. */
function isRemembered(entry: Entries[string] | null | undefined): boolean {
  const { instructions = '', tools, prompts, used } = entry ?? {};
  const named = (one: JsonObject | null): boolean => isJsonObject(one) && typeof one['name'] === 'string';
  return (
    typeof instructions === 'string' &&
    Array.isArray(tools) &&
    tools.every((tool) => named(tool) && isJsonObject(tool['inputSchema'])) &&
    Array.isArray(prompts) &&
    prompts.every(named) &&
    isJsonObject(used)
  );
}

/** What is started or called tells which server it is; what is offered of it may change. */
function idOf(name: string, config: ServerConfig): string {
  return createHash('sha256')
    .update(JSON.stringify([name, launchOf(config)]))
    .digest('hex')
    .slice(0, 32);
}

async function readEntries(file: string): Promise<Entries> {
  try {
    const { version, servers } = readJson(await readFile(file, 'utf8')) as { version?: number; servers?: Entries };
    return version === VERSION && servers !== undefined ? servers : {};
  } catch {
    return {};
  }
}
