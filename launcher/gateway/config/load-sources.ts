import type { ConfigLocation } from './config-location.ts';
import { type ApprovalMode, type ConfigSettings, NO_SETTINGS } from './config-settings.ts';
import { type LoadedConfig, loadConfig } from './load-config.ts';
import { narrowTo } from './profiles.ts';
import type { ConfigIssue, LoadedServer } from './server-config.ts';

export type ConfigSource = 'user' | 'project';
/** A server, and the file that it comes from. */
export type SourcedServer = LoadedServer & { readonly source: ConfigSource };

export interface LoadedSources {
  /** The user's servers in file order, then the project's. */
  readonly servers: readonly SourcedServer[];
  readonly warnings: readonly ConfigIssue[];
  /** Files that could not be read. The other file is still used. */
  readonly faults: readonly { readonly source: ConfigSource; readonly message: string }[];
  /** Which tools are held back until they are approved. Only the user's file can set it. */
  readonly approve?: ApprovalMode | undefined;
}

/** Reads the user's and the project's file, merges them, and applies the profile. */
export async function loadSources({ user, project, profile }: ConfigLocation): Promise<LoadedSources> {
  const [own, shared] = await Promise.all([
    loadConfig(user),
    project === undefined ? EMPTY : loadConfig(project, true),
  ]);
  const merged = mergeSources(own, shared);
  return profile === undefined ? merged : inProfile(merged, profile.name, settingsOf(own), settingsOf(shared));
}

const settingsOf = (loaded: LoadedConfig): ConfigSettings => (loaded.ok && loaded.settings) || NO_SETTINGS;

/**
 * Applies a profile: the named one, otherwise the project's default, otherwise the user's. If both files define it, the
 * user's definition wins.
 */
function inProfile(
  merged: LoadedSources,
  named: string | undefined,
  own: ConfigSettings,
  shared: ConfigSettings,
): LoadedSources {
  const name = named ?? shared.profile ?? own.profile;
  if (name === undefined) return merged;
  const narrowed = narrowTo(name, [...own.profiles, ...shared.profiles], merged.servers);
  if (narrowed.ok) return { ...merged, ...narrowed, warnings: [...merged.warnings, ...narrowed.warnings] };
  return { ...merged, servers: [], faults: [...merged.faults, { source: 'user', message: narrowed.message }] };
}

const EMPTY: LoadedConfig = { ok: true, servers: [], warnings: [] };

/**
 * Merges both files. If both have a server of the same name, the user's own wins, even if it is invalid or disabled. A
 * cloned repository must not replace the command of a trusted server, and users can disable a project's server by name.
 */
function mergeSources(user: LoadedConfig, project: LoadedConfig): LoadedSources {
  const own = user.ok ? user.servers : [];
  const names = new Set(own.map(({ name }) => name));
  const offered = project.ok ? project.servers : [];
  const hidden = offered.filter(({ name }) => names.has(name));
  return {
    servers: [
      ...own.map((server) => ({ ...server, source: 'user' as const })),
      ...offered.filter(({ name }) => !names.has(name)).map((server) => ({ ...server, source: 'project' as const })),
    ],
    warnings: [...(user.ok ? user.warnings : []), ...(project.ok ? project.warnings : []), ...hidden.map(toHidden)],
    faults: [...faultOf('user', user), ...faultOf('project', project)],
    approve: settingsOf(user).approve,
  };
}

function toHidden({ name }: LoadedServer): ConfigIssue {
  const path = `mcpServers[${JSON.stringify(name)}]`;
  return { path, message: `ignored ${path} of the project: the user's server with that name takes precedence` };
}

function faultOf(source: ConfigSource, loaded: LoadedConfig): LoadedSources['faults'] {
  return loaded.ok ? [] : [{ source, message: loaded.message }];
}
