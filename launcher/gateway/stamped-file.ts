import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeJson } from '../../src/json/json-number.ts';
import { readJson } from '../../src/json/read-json.ts';
import type { ConfigLocation } from './config/config-location.ts';
import { isJsonObject } from './connection/is-json-object.ts';

/** What is known under a configuration from the last run, for a start that waits for nothing. */
export interface StampedFile<T> {
  /** Undefined where nothing is known of the configuration as it is now. */
  read(): T | undefined;
  /** Throws nothing: without it the next start knows less, or takes some milliseconds more. */
  write(value: T): void;
}

export interface StampedFileOptions<T> {
  /** The file's name, in the folder `gateway` of `home`. */
  readonly name: string;
  readonly location: ConfigLocation;
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  /** What else the value depends on. */
  readonly settings: readonly unknown[];
  /** Whether what was read is what we write. */
  readonly isSound: (value: unknown) => value is T;
}

interface Stamped {
  /** Tells that the configuration is still the same. */
  readonly stamp: string;
  readonly value: unknown;
}

/** Configurations that are remembered, those of other projects among them. */
const MAX = 20;

/** With what the start has loaded already: a hash, or a promise of a file, would take longer than all else. */
export function createStampedFile<T>(options: StampedFileOptions<T>): StampedFile<T> {
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
      const part = `${file}.${process.pid}`;
      try {
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
        writeFileSync(part, writeJson({ ...kept, [key]: { stamp, value } }), { mode: 0o600 });
        renameSync(part, file);
      } catch {
        removeQuietly(part);
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
