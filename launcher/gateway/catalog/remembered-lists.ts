import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeJson } from '../../../src/base/json/json-number.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { isJsonObject } from '../../../src/base/json/json-object.ts';
import { readJson } from '../../../src/base/json/read-json.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { replaceFile } from '../../platform/files/replace-file.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import type { Timers } from '../../platform/timers.ts';
import { launchPartOf } from '../config/launch-of.ts';
import type { ServerConfig } from '../config/server-config.ts';
import type { PreparedTool } from './prepare-tools.ts';
import { givenSchemaOf, noteGivenSchema } from './readable-tool.ts';

/** Data of a server that is remembered between runs, so that its tools are available before it is connected. */
export interface RememberedServer {
  /** Its instructions for a model. */
  readonly instructions?: string | undefined;
  readonly tools: readonly PreparedTool[];
  readonly prompts: readonly JsonObject[];
  /** SHA-256 of a tool's definition at its first use, by tool name. */
  readonly used: Readonly<Record<string, string>>;
}

/**
 * A file in `MCP_PRUNER_HOME/gateway`, readable by its owner only. Its methods never reject, because without it the
 * next run only has to wait.
 */
export type RememberedLists = ReturnType<typeof createRememberedLists>;

const VERSION = 1;
const SETTLE_MS = 250;
const MAX_BYTES = 16 * 1024 * 1024;
/** Time for which a server is remembered after its last list, in milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

interface Entry extends RememberedServer {
  readonly at: number;
  /** Servers' own input schemas of tools that are shown a mended one, by tool name. */
  readonly given?: Readonly<Record<string, JsonObject | undefined>>;
}
type Entries = Readonly<Record<string, Entry>>;

export function createRememberedLists(home: string, timers: Timers) {
  const file = path.join(home, 'gateway', 'lists.json');
  const changed = new Map<string, Entries[string]>();
  let first: Promise<Entries> | undefined;
  let cancel: (() => void) | undefined;
  let writing = Promise.resolve();
  let parts = 0;

  const save = async (): Promise<void> => {
    const own = Object.fromEntries(changed);
    changed.clear();
    // Another launcher may have written in the meantime.
    const all: Entries = { ...(await readEntries(file)), ...own };
    const kept = Object.entries(all).filter(([, entry]) => Date.now() - (entry?.at ?? 0) < KEPT_MS);
    const text = writeJson({ version: VERSION, servers: Object.fromEntries(kept) });
    if (text.length > MAX_BYTES) return;
    try {
      makeFolder(path.dirname(file));
      await replaceFile(file, text, { part: `${file}.${process.pid}-${++parts}` });
    } catch {
      // The next run has to wait for the server.
    }
  };
  const flush = (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    if (changed.size > 0) writing = writing.then(save);
    return writing;
  };

  return {
    /** Undefined if nothing is known about the server with this configuration. */
    async read(name: string, config: ServerConfig): Promise<RememberedServer | undefined> {
      first ??= readEntries(file);
      const known = (await first)[idOf(name, config)];
      if (known === undefined || !isRemembered(known)) return undefined;
      for (const { name: own, inputSchema } of known.tools) {
        const given = known.given?.[own];
        if (isJsonObject(given)) noteGivenSchema(inputSchema, given);
      }
      return known;
    },
    /** Schedules a write, which also includes changes made until then. */
    write(name: string, config: ServerConfig, server: RememberedServer): void {
      const given = Object.fromEntries(server.tools.map((tool) => [tool.name, givenSchemaOf(tool.inputSchema)]));
      changed.set(idOf(name, config), { ...server, given, at: Date.now() });
      cancel ??= timers.after(SETTLE_MS, () => void flush());
    },
    /** Resolves once everything is written. */
    flush,
  };
}

/** True if an entry has the expected shape. Otherwise a bad file would block all servers as long as it exists. */
function isRemembered(entry: Entries[string] | null | undefined): boolean {
  const { instructions = '', tools, prompts, used, given = {} } = entry ?? {};
  const named = (one: JsonObject | null): boolean => isJsonObject(one) && typeof one['name'] === 'string';
  return (
    typeof instructions === 'string' &&
    Array.isArray(tools) &&
    tools.every((tool) => named(tool) && isJsonObject(tool['inputSchema'])) &&
    Array.isArray(prompts) &&
    prompts.every(named) &&
    isJsonObject(used) &&
    isJsonObject(given)
  );
}

/** Identifies a server by its command or URL, because its offered tools may change. */
function idOf(name: string, config: ServerConfig): string {
  return sha256Hex(JSON.stringify([name, launchPartOf(config)]), 32);
}

async function readEntries(file: string): Promise<Entries> {
  try {
    const { version, servers } = readJson(await readFile(file, 'utf8')) as { version?: number; servers?: Entries };
    return version === VERSION && servers !== undefined ? servers : {};
  } catch {
    return {};
  }
}
