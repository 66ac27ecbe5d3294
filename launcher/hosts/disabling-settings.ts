import type { JsonObject } from '../../src/base/json/json-object.ts';
import type { Launch } from './launch.ts';
import type { Places } from './places.ts';
import { readHostFile } from './read-host-file.ts';

/** A settings file that may disable us in a host. */
export interface SettingsPlace {
  readonly path: string;
  /** True if it applies to the entire machine and belongs to its administrator. */
  readonly isSystem: boolean;
}

export type Settings = SettingsPlace & { readonly root: JsonObject };

/** A setting that disables us. */
export interface DisablingSetting extends SettingsPlace {
  /** Name of the setting, such as `hooksConfig.enabled`. */
  readonly setting: string;
}

/** Lifetime of a host's prompt cache at the model's server. */
export interface CacheLifetime {
  readonly minutes: number;
  /** The variable or setting that decides it, and its file. */
  readonly from: string;
}

/** Settings by which a host can disable us. */
export interface DisablingSettings {
  /** Returns the files in order of precedence, highest first. */
  files(places: Places): readonly SettingsPlace[];
  /** Returns the setting that keeps the host from running our hooks. */
  hooks(all: readonly Settings[]): DisablingSetting | undefined;
  /** Returns the setting that keeps the host from starting a server of that name, with that command. */
  server?(all: readonly Settings[], name: string, launch: Launch): DisablingSetting | undefined;
}

/** Reads the settings of a host, and the environment as the last of them. Unreadable files are skipped. */
export async function readHostSettings({ files }: DisablingSettings, places: Places): Promise<readonly Settings[]> {
  const known = files(places);
  const once = known.filter(({ path }, at) => known.findIndex((other) => other.path === path) === at);
  const read = await Promise.all(
    once.map(async (place) => ({ place, read: await readHostFile({ path: place.path, format: 'json' }) })),
  );
  const found = read.flatMap(({ place, read: one }) =>
    one.ok && one.root !== undefined ? [{ ...place, root: one.root }] : [],
  );
  return [...found, { path: 'the environment', isSystem: false, root: { env: places.env } }];
}

/** Tells the user how to enable us again. */
export function howToEnable({ setting, path, isSystem }: DisablingSetting): string {
  return isSystem ? `ask who administers this machine to change "${setting}"` : `change "${setting}" in ${path}`;
}
