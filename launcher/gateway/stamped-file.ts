import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { writeJson } from '../../src/base/json/json-number.ts';
import { isJsonObject } from '../../src/base/json/json-object.ts';
import { readJson } from '../../src/base/json/read-json.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { replaceFileSync } from '../platform/files/replace-file.ts';
import type { ConfigLocation } from './config/config-location.ts';

/** A value remembered from the last run with the same configuration, so that the start need not wait. */
export interface StampedFile<T> {
  /** Returns the value; undefined if none is known for the current configuration. */
  read(): T | undefined;
  /** Stores the value. Never throws, because without it the next start is only a little slower or knows less. */
  write(value: T): void;
}

export interface StampedFileOptions<T> {
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
