import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeJson } from '../../src/json/json-number.ts';
import { readJson } from '../../src/json/read-json.ts';
import type { ListedTool } from './catalog/shown-tools.ts';
import type { ConfigLocation } from './config/config-location.ts';
import { isJsonObject } from './connection/is-json-object.ts';

/** The tools that were offered last under a configuration, whatever the client: the first list waits for nothing. */
export interface OfferedSnapshot {
  /** Undefined where nothing is known of the configuration as it is now. */
  read(): readonly ListedTool[] | undefined;
  /** Throws nothing: without it the next first list takes some milliseconds more. */
  write(tools: readonly ListedTool[]): void;
}

export interface OfferedSnapshotOptions {
  readonly location: ConfigLocation;
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  /** What else the list depends on. */
  readonly settings: readonly unknown[];
}

interface Offered {
  /** Tells that the configuration is still the same. */
  readonly stamp: string;
  readonly tools: readonly ListedTool[];
}

/** Configurations that are remembered, those of other projects among them. */
const MOST = 20;

/** With what the start has loaded already: a hash, or a promise of a file, would take longer than all else. */
export function createOfferedSnapshot({ location, home, settings }: OfferedSnapshotOptions): OfferedSnapshot {
  const file = path.join(home, 'gateway', 'offered.json');
  const key = JSON.stringify([location.user, location.project, settings]);
  return {
    read() {
      const known = readAll(file)[key];
      return known?.stamp === stampOf(location) && areTools(known.tools) ? known.tools : undefined;
    },
    write(tools) {
      const stamp = stampOf(location);
      const { [key]: _, ...others } = readAll(file);
      const kept = Object.fromEntries(Object.entries(others).slice(1 - MOST));
      const part = `${file}.${process.pid}`;
      try {
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
        writeFileSync(part, writeJson({ ...kept, [key]: { stamp, tools } }), { mode: 0o600 });
        renameSync(part, file);
      } catch {
        removeQuietly(part);
      }
    },
  };
}

function readAll(file: string): Readonly<Record<string, Offered>> {
  try {
    const all = readJson(readFileSync(file, 'utf8'));
    return isJsonObject(all) ? (all as Readonly<Record<string, Offered>>) : {};
  } catch {
    return {};
  }
}

/** Of a file that we did not write, one odd entry would make a client refuse the whole list. */
function areTools(tools: unknown): tools is readonly ListedTool[] {
  const named = (tool: unknown): boolean => isJsonObject(tool) && typeof tool['name'] === 'string';
  return Array.isArray(tools) && tools.every((one) => isJsonObject(one) && named(one['tool']));
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // There is no such folder.
  }
}

/** When and what size the files are; should one be written twice in a millisecond, the servers themselves tell soon. */
function stampOf({ user, project }: ConfigLocation): string {
  const stamps = [user, project].map((file) => {
    try {
      const { mtimeMs, size, ino } = statSync(file ?? '');
      return [mtimeMs, size, ino];
    } catch {
      return undefined;
    }
  });
  return JSON.stringify(stamps);
}
