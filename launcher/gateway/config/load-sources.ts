import type { ConfigLocation } from './config-location.ts';
import { type ApprovalMode, type ConfigSettings, NO_SETTINGS } from './config-settings.ts';
import { type LoadedConfig, loadConfig } from './load-config.ts';
import { narrowTo } from './profiles.ts';
import type { ConfigIssue, LoadedServer } from './server-config.ts';

export type ConfigSource = 'user' | 'project';
/** A server, and the file that it is from. */
export type SourcedServer = LoadedServer & { readonly source: ConfigSource };

export interface LoadedSources {
  /** The user's in file order, then the project's. */
  readonly servers: readonly SourcedServer[];
  readonly warnings: readonly ConfigIssue[];
  /** A file that could not be read, with what was tried; the other one counts all the same. */
  readonly faults: readonly { readonly source: ConfigSource; readonly message: string }[];
  /** Which tools are held back until they are approved; the user's file alone says so. */
  readonly approve?: ApprovalMode | undefined;
}

/** Reads both files. */
export async function loadSources({ user, project, profile }: ConfigLocation): Promise<LoadedSources> {
  const [own, shared] = await Promise.all([
    loadConfig(user),
    project === undefined ? EMPTY : loadConfig(project, true),
  ]);
  const merged = mergeSources(own, shared);
  return profile === undefined ? merged : inProfile(merged, profile.name, settingsOf(own), settingsOf(shared));
}

const settingsOf = (loaded: LoadedConfig): ConfigSettings => (loaded.ok && loaded.settings) || NO_SETTINGS;

/** The servers of the profile that is named, else of the project's, else of the user's. A project's profiles count behind the user's. */
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
 * Of two servers of a name the user's own counts, wrong or disabled too: a repository that one has merely cloned must not
 * put its command in the place of one that is trusted, and a user can switch a project's server off by its name.
 */
export function mergeSources(user: LoadedConfig, project: LoadedConfig): LoadedSources {
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
  return { path, message: `ignored ${path} of the project: the user's own server of that name counts` };
}

function faultOf(source: ConfigSource, loaded: LoadedConfig): LoadedSources['faults'] {
  return loaded.ok ? [] : [{ source, message: loaded.message }];
}
