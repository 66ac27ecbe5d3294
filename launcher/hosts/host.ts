import type { JsonObject } from '../../src/base/json/json-object.ts';
import type { ClientView } from '../../src/mcp/tool.ts';
import type { AppliedCuts } from '../../src/unasked/cuts.ts';
import type { WholeCounts } from '../../src/unasked/whole-reasons.ts';
import type { HookMode } from '../platform/settings/variables.ts';
import type { PlaceholderSyntax } from './dialects.ts';
import type { CacheLifetime, DisablingSettings } from './disabling-settings.ts';
import type { HostEntry } from './host-entry.ts';
import type { HostFile } from './host-file.ts';
import type { HostHooks } from './host-hooks.ts';
import type { Launch } from './launch.ts';
import type { OtherHooks } from './other-hooks.ts';
import type { Places } from './places.ts';
import type { Recordings, UserPlaces } from './recordings.ts';

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
  /** Items that earlier versions of `init` wrote. They are removed before the current ones are written. */
  readonly former?: readonly ListedItem[];
  /** Our tables of a TOML file. */
  readonly rules?: string;
}

/** Files that a host writes into its own folder because of our hooks. */
export interface BroughtFiles {
  /** Absolute paths. */
  readonly paths: readonly string[];
  /** Resolves to true if anything besides our hooks in that file needs the paths. */
  isNeeded(hooksFile: string): Promise<boolean>;
}

export interface ListedValue {
  /** Keys down to the value. */
  readonly path: readonly string[];
  /** Undefined if this `init` does not set it, but an earlier one may have. */
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
  /** Loads the test for a table that trusts one of these hooks in that file. */
  loadIsOurs(): Promise<(name: string, raw: unknown, hooksFile: string, items: readonly unknown[]) => boolean>;
}

/** Command that lists a host's models, and a check of the model that is set. */
export interface ModelCheck {
  readonly args: readonly string[];
  /**
   * Returns why results stay whole, or may stay whole; undefined if hooks can shorten them. `printed` is the output of
   * the command; undefined if the host did not answer. `settings` has the project's settings first.
   */
  whyWhole(printed: string | undefined, settings: readonly JsonObject[]): string | undefined;
}

/** Results of a host that hooks can and cannot shorten. `doctor` prints it, and docs/hooks.md has it as a table. */
export interface HostReach {
  /** Version it was tested with; undefined if only its documentation was read. */
  readonly tried?: string;
  /** Results that can be shortened. */
  readonly can?: string;
  /** Results that cannot be shortened. */
  readonly cannot: string;
}

/** Limit of a host for our answers, and whether its settings keep to it. */
export interface LimitCheck {
  /** Returns the settings file that may set the limit. */
  file?(places: Places): string;
  check(given: LimitFacts): { readonly status: 'PASS' | 'WARN'; readonly message: string; readonly fix?: string };
}

export interface LimitFacts {
  /** Variables that the host's entry gives to our server. */
  readonly own: Launch['env'];
  /** Variables of the shell. */
  readonly env: Places['env'];
  /** Path and content of the settings file. */
  readonly file: string | undefined;
  readonly settings: JsonObject | undefined;
}

/** Plugins of a host. One of them may be ours. */
export interface HostPlugins {
  /** Returns the settings files, in order of precedence, highest first. */
  files(places: Places): readonly string[];
  /** Returns the value that switches our plugin on or off; undefined if the settings have no such value. */
  switchOf(settings: JsonObject): unknown;
}

/** A host's tool search. The model sees only the names of tools until it searches for them. */
export interface ToolSearch {
  isOn(env: Places['env']): boolean;
  /** True if the tools of a server with that entry are available without a search. Absent if no entry can do that. */
  isExempt?(entry: JsonObject): boolean;
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
   * Returns keys to add to the entry so that these tools of ours may run without asking. Undefined if the host has no
   * such keys.
   */
  allowed?(tools: readonly string[]): JsonObject;
  /** Other keys of a new file, which the host itself adds to every file that it reads. */
  readonly newFile?: JsonObject;
  /** Returns the file with instructions for the model; undefined if there is none at that level. */
  instructions(places: Places, project: boolean): InstructionsFile | undefined;
  readonly reach: HostReach;
  /** Hooks that send results to our server. Undefined if the host has no such hooks. */
  hooks?(places: Places, project: boolean, server: NamedLaunch): ListedFile;
  /**
   * Returns the files that the host writes because of our hooks. Absent if it writes none, or only into the file of the
   * hooks.
   */
  broughtByHooks?(places: Places): BroughtFiles;
  /**
   * First version that supports the hooks. An earlier version may ignore the whole file because of them, including the
   * user's permissions.
   */
  readonly hooksSince?: string;
  /** True if an earlier version ignores only the hooks or their answers. Default false. */
  readonly ignoresEarlyHooks?: boolean;
  /** Reason why hooks must not be in the project's file. */
  readonly notInProject?: string;
  /** Folders of its own installers, for a program that is not on PATH. */
  programFolders?(places: Places): readonly string[];
  /** Checks whether the host's currently configured model gets results that hooks can shorten. */
  readonly model?: ModelCheck;
  /**
   * True if the hooks shorten results of the host's own tools, and the host sends its model every listed tool with each
   * request. Then `init` lists only `artifact`. Default false.
   */
  readonly hooksSuffice?: boolean;
  /** Name of the results that the hooks send. Default: results of the host's own tools. */
  readonly hooked?: string;
  /** Returns the name of the server that a hook of ours calls; undefined if the host's hooks do not name a server. */
  serverOf?(hook: unknown): string | undefined;
  /** Returns our file that a hook runs; undefined if the host's hooks do not run a file. */
  hookFileOf?(hook: unknown): string | undefined;
  /** Hooks of others whose answers ours would undo. Undefined if the host chains all answers. */
  readonly otherHooks?: OtherHooks;
  /** Reads the lifetime of its prompt cache; undefined if that cannot be known. */
  cacheLifetime?(places: Places): Promise<CacheLifetime | undefined>;
  /** Settings of the host that disable us. Undefined if none are known. */
  readonly disabling?: DisablingSettings;
  /**
   * Tells the user how to make the host run the hooks, or what side effects they have. Undefined if there is nothing to
   * say.
   */
  readonly hooksAdvice?: string;
  /** The host's record of trusted hooks. Undefined if it requires no trust. */
  readonly hooksTrust?: HooksTrust;
  /** Returns permissions for these tools of ours. Undefined if the host has no such list, or none at that level. */
  permissions?(
    places: Places,
    project: boolean,
    server: Omit<NamedLaunch, 'launch'>,
    tools: readonly string[],
  ): ListedFile | undefined;
  /**
   * Returns the permissions that earlier versions of `init` wrote. `init` removes them before it writes the current
   * ones.
   */
  formerPermissions?(places: Places, project: boolean, server: Omit<NamedLaunch, 'launch'>): ListedFile;
  /** Returns the permission for all tools of a server. Undefined if the host has none. */
  permissionOfAll?(server: string): string;
  /** Command that runs the host without a user. The host then refuses actions that need permission. */
  readonly unattended?: string;
  /** Undefined if the model always sees all tools. */
  readonly toolSearch?: ToolSearch;
  /** Undefined if it has no plugins that start us. */
  readonly plugins?: HostPlugins;
  /** Arguments that make its program list servers, and say whether each one works. */
  readonly listing?: readonly string[];
  /** Undefined if no limit is known. */
  readonly limit?: LimitCheck;
}

/** Properties of a host as a client of our server. */
export interface HostClient {
  /** Name that it sends in `initialize`. */
  readonly name: string;
  /**
   * Bytes of a result that its model gets whole. Such a client shows its model the text, not the structured content.
   */
  readonly wholeBytes: NonNullable<ClientView['wholeBytes']>;
}

/** Counts of long results in a host that runs our plugin inside it. */
export interface HostCounts {
  readonly sessions: number;
  readonly results: number;
  /** Results that were shortened, or would have been while the plugin only measured. */
  readonly shortened: number;
  /** Tokens that were saved, and those that would have been. */
  readonly saved: number;
  readonly wouldSave: number;
  readonly whole: WholeCounts;
  /** Mode that the user chose inside the host; undefined if none was chosen. */
  readonly mode: HookMode | undefined;
}

/** A program that configures MCP servers in files of its own. */
export interface Host {
  /**
   * Name of its folder in this source tree, and of its options and arguments. The name that it sends in `initialize`
   * contains the first word, so that hooks find their server.
   */
  readonly name: string;
  readonly dialect: PlaceholderSyntax;
  /** Returns its files. If no file with the same `folder` exists, the first one with that `folder` is created. */
  files(places: Places): readonly HostFile[];
  toEntry(raw: JsonObject): HostEntry;
  /** Returns references that are expressed by keys instead of placeholders. */
  references?(raw: JsonObject): { readonly env: JsonObject; readonly headers: JsonObject };
  /** Undefined if `init` does not support the host. */
  readonly setup?: HostSetup;
  /** Undefined if its model sees results in the same way as any other client's. */
  readonly client?: HostClient;
  /** Max bytes of a hook's answer that its model is shown. Default: no limit. */
  readonly hookBytes?: number;
  /** What is left out of its results if the user chose nothing. Default: `default`. */
  readonly usualCuts?: AppliedCuts;
  /** Loads the reader of its hooks' events. Undefined if it has no hooks. */
  loadHooks?(): Promise<HostHooks>;
  /** True if its hooks do not name the host. Default false. */
  readonly hooksNameNone?: boolean;
  /** Reads what our plugin has counted. Absent if no plugin of ours runs inside the host. */
  readCounts?(places: UserPlaces): Promise<HostCounts | undefined>;
  /** Undefined if it records no sessions, or they cannot be found. */
  readonly recordings?: Recordings;
}
