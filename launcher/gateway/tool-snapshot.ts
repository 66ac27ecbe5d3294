import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { writeJson } from '../../src/base/json/json-number.ts';
import { isJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';
import { readJson } from '../../src/base/json/read-json.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { replaceFileSync } from '../platform/files/replace-file.ts';
import type { ShownTool } from './catalog/shown-tools.ts';
import type { ConfigLocation } from './config/config-location.ts';

/** A value remembered from the last run with the same configuration, so that the start need not wait. */
interface StampedFile<T> {
  /** Returns the value; undefined if none is known for the current configuration. */
  read(): T | undefined;
  /** Stores the value. Never throws, because without it the next start is only a little slower or knows less. */
  write(value: T): void;
}

interface StampedFileOptions<T> {
  /** File name in the folder `gateway` of `home`. */
  readonly name: string;
  readonly location: ConfigLocation;
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  /** Other settings that the value depends on. */
  readonly settings: readonly unknown[];
  /** Validates a value that was read. */
  readonly isSound: (value: unknown) => value is T;
}

interface Stamped {
  /** Fingerprint of the configuration files, for detecting changes. */
  readonly stamp: string;
  readonly value: unknown;
}

/** Max configurations to remember, including those of other projects. */
const MAX = 20;

/**
 * Creates a `StampedFile`. It uses only modules that the start has already loaded, and no hashes or promises, which
 * would take longer than everything else.
 */
function createStampedFile<T>(options: StampedFileOptions<T>): StampedFile<T> {
  const { location, home, settings, isSound } = options;
  const file = path.join(home, 'gateway', options.name);
  const key = JSON.stringify([location.user, location.project, location.profile?.name ?? null, settings]);
  return {
    read() {
      const known = readAll(file)[key];
      return known?.stamp === stampOf(location) && isSound(known.value) ? known.value : undefined;
    },
    write(value) {
      const stamp = stampOf(location);
      const { [key]: _, ...others } = readAll(file);
      const kept = Object.fromEntries(Object.entries(others).slice(1 - MAX));
      try {
        makeFolder(path.dirname(file));
        replaceFileSync(file, writeJson({ ...kept, [key]: { stamp, value } }), `${file}.${process.pid}`);
      } catch {
        // The next start is slower or knows less.
      }
    },
  };
}

function readAll(file: string): Readonly<Record<string, Stamped>> {
  try {
    const all = readJson(readFileSync(file, 'utf8'));
    return isJsonObject(all) ? (all as Readonly<Record<string, Stamped>>) : {};
  } catch {
    return {};
  }
}

/**
 * Returns the files' timestamps and sizes. If a file is written twice within a millisecond, the servers themselves soon
 * correct the value.
 */
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

/**
 * Store of the tools that were last offered under a configuration, to any client. With it, the first list needs no
 * waiting.
 */
export type ToolSnapshot = StampedFile<readonly ShownTool[]>;
/**
 * Store of the last known instructions of the servers, because `initialize` is answered before any server is connected.
 */
export type InstructionsSnapshot = StampedFile<Told>;

export interface Told {
  /** True if their tools are too many to list. */
  readonly isLazy: boolean;
  /** Their quoted instructions. */
  readonly text: string;
  /** Extensions of the only server that has any. */
  readonly extensions?: JsonObject | undefined;
}

export type SnapshotOptions = Pick<StampedFileOptions<unknown>, 'location' | 'home' | 'settings'>;

export function createToolSnapshot(options: SnapshotOptions): ToolSnapshot {
  return createStampedFile({ ...options, name: 'offered.json', isSound: areTools });
}

export function createInstructionsSnapshot(options: SnapshotOptions): InstructionsSnapshot {
  const isSound = (value: unknown): value is Told =>
    isJsonObject(value) && typeof value['text'] === 'string' && typeof value['isLazy'] === 'boolean';
  return createStampedFile({ ...options, name: 'instructions.json', isSound });
}

/**
 * True if the tools have the expected shape. In a file that we did not write, one bad entry would make a client refuse
 * the entire list.
 */
function areTools(tools: unknown): tools is readonly ShownTool[] {
  const named = (tool: unknown): boolean => isJsonObject(tool) && typeof tool['name'] === 'string';
  return Array.isArray(tools) && tools.every((one) => isJsonObject(one) && named(one['tool']));
}
