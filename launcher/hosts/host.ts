import type { JsonObject } from '../../src/base/json/json-object.ts';
import type { Dialect } from './dialects.ts';
import type { HostEntry } from './host-entry.ts';
import type { Launch } from './launch.ts';
import type { Places } from './places.ts';
import type { Switches } from './switches.ts';

/** A configuration file of a host, and the place of servers in it. */
export interface HostFile {
  readonly path: string;
  readonly format: 'json' | 'toml';
  /** Top-level key of the servers, to which `init` adds ours. `serversIn` may read other keys too. */
  readonly key: string;
  /** Folder of its project; undefined for the user's own file. */
  readonly folder: string | undefined;
  /** Returns the objects that map names to servers. */
  serversIn(root: JsonObject): readonly unknown[];
}

/** A file that a host gives to its model. */
export interface InstructionsFile {
  readonly path: string;
  /** Text that a newly created file must begin with. */
  readonly head?: string;
}

/** Our items in lists of a host's file, which also contain other items. */
export interface ListedFile {
  readonly path: string;
  readonly items: readonly ListedItem[];
  /** Our values in objects of the file. */
  readonly values?: readonly ListedValue[];
}

export interface ListedValue {
  /** Keys down to the value. */
  readonly path: readonly string[];
  readonly value: unknown;
  readonly isOurs: (raw: unknown) => boolean;
  /** A key of the file that requires the value. The value stays as long as this key exists. */
  readonly neededBy?: string;
}

export interface ListedItem {
  /** Keys down to the list. */
  readonly list: readonly string[];
  /** Distinguishes it from other items of ours. */
  readonly name: string;
  readonly item: unknown;
  readonly isOurs: (raw: unknown) => boolean;
}

/** Our server in a host's configuration. */
export interface NamedLaunch {
  readonly name: string;
  /** Path of the host's file that contains it. */
  readonly file: string;
  readonly launch: Launch;
}

export interface HooksTrust {
  file(places: Places): Pick<HostFile, 'path' | 'format'>;
  /** True if the hook at that index of the file's list was trusted once. It may have changed since. */
  isTrusted(root: JsonObject, hooksFile: string, index: number): boolean;
  /** Keys down to the tables that record trust. */
  readonly path: readonly string[];
  /** True for a table that trusts one of these hooks in that file. */
  isOurs(name: string, raw: unknown, hooksFile: string, items: readonly unknown[]): boolean;
}

/** Command of a host that lists its models, and what follows from the one that is set. */
export interface ModelCheck {
  readonly args: readonly string[];
  /**
   * Returns the reason why results stay whole, or may. `printed` is undefined if the host did not answer; of its settings
   * the project's come first.
   */
  whyWhole(printed: string | undefined, settings: readonly JsonObject[]): string | undefined;
}

/** Properties of a host for `init` and `doctor`. */
export interface HostSetup {
  /** Product name, spelled as its makers do. */
  readonly title: string;
  /** Name of its executable. */
  readonly program: string;
  /** Files or folders of which at least one exists if the host was ever used. */
  traces(places: Places): readonly string[];
  /** Returns a server's entry for its file. */
  toServer(launch: Launch): JsonObject;
  /** Environment variables for the launcher, unless others are requested. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Keys to add to the entry so that our read-only tools may run without asking. Undefined if the host has no such
   * keys.
   */
  readonly allowed?: JsonObject;
  /** Other keys that a newly created file needs. */
  readonly newFile?: JsonObject;
  /** Returns the file with instructions for the model; undefined if there is none at that level. */
  instructions(places: Places, project: boolean): InstructionsFile | undefined;
  /** Hooks that send results to our server. Undefined if the host has no such hooks. */
  hooks?(places: Places, project: boolean, server: NamedLaunch): ListedFile;
  /** First version that knows the hooks. An earlier one may drop the whole file for them, the user's permissions included. */
  readonly hooksSince?: string;
  /** Reason why hooks must not be in the project's file. */
  readonly notInProject?: string;
  /** Folders of its own installers, for a program that is not on PATH. */
  programFolders?(places: Places): readonly string[];
  /** Tells whether the host's model, as it is set up now, gets results that hooks can shorten. */
  readonly model?: ModelCheck;
  /** Name of the results that they send. Default: results of the host's own tools. */
  readonly hooked?: string;
  /** Returns the name of the server that a hook of ours calls; undefined if hooks of the host name none. */
  serverOf?(hook: unknown): string | undefined;
  /** Returns our file that a hook runs; undefined if hooks of the host run none. */
  hookFileOf?(hook: unknown): string | undefined;
  /** Settings of the host that disable us. Undefined if none are known. */
  readonly switches?: Switches;
  /** Tells the user how to make the host run the hooks. Undefined if it runs them by itself. */
  readonly hooksAdvice?: string;
  /** The host's record of trusted hooks. Undefined if it requires no trust. */
  readonly hooksTrust?: HooksTrust;
  /** Returns permissions for our read-only tools. Undefined if the host has no such list. */
  permissions?(places: Places, project: boolean, server: Omit<NamedLaunch, 'launch'>): ListedFile;
}

/** A program that configures MCP servers in files of its own. */
export interface Host {
  readonly name: string;
  readonly dialect: Dialect;
  /** Returns its files. Of those with the same `folder`, the first is created if none exists. */
  files(places: Places): readonly HostFile[];
  toEntry(raw: JsonObject): HostEntry;
  /** Returns references that are expressed by keys instead of placeholders. */
  references?(raw: JsonObject): { readonly env: JsonObject; readonly headers: JsonObject };
  /** Undefined if `init` does not support the host. */
  readonly setup?: HostSetup;
}
