import type { Foreign } from './foreign-entry.ts';
import type { Places } from './places.ts';
import { readHostFile } from './read-host-file.ts';

/** A file of settings that may keep us out of a host. */
export interface SettingsPlace {
  readonly path: string;
  /** True for one of the whole machine, which its administrator keeps. */
  readonly isSystem: boolean;
}

export type Settings = SettingsPlace & { readonly root: Foreign };

/** The setting that keeps us out. */
export interface SwitchedOff extends SettingsPlace {
  /** For example `hooksConfig.enabled`. */
  readonly setting: string;
}

/** How a host's settings keep us out. */
export interface Switches {
  /** The files, the one that counts most first. */
  files(places: Places): readonly SettingsPlace[];
  /** Keeps it from running our hooks. */
  hooks(all: readonly Settings[]): SwitchedOff | undefined;
  /** Keeps it from starting a server of that name. */
  server?(all: readonly Settings[], name: string): SwitchedOff | undefined;
}

/** Reads the settings of a host. Those that cannot be read are left out. */
export async function readSettings({ files }: Switches, places: Places): Promise<readonly Settings[]> {
  const known = files(places);
  const once = known.filter(({ path }, at) => known.findIndex((other) => other.path === path) === at);
  const read = await Promise.all(
    once.map(async (place) => ({ place, read: await readHostFile({ path: place.path, format: 'json' }) })),
  );
  return read.flatMap(({ place, read: one }) =>
    one.ok && one.root !== undefined ? [{ ...place, root: one.root }] : [],
  );
}

/** Says what mends it, for people. */
export function mendOf({ setting, path, isSystem }: SwitchedOff): string {
  return isSystem ? `ask who administers this machine to change "${setting}"` : `change "${setting}" in ${path}`;
}
