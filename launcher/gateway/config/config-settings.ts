import { toIssuePath } from './issue-path.ts';
import { type LoadedProfile, toProfiles } from './profiles.ts';
import type { ConfigIssue } from './server-config.ts';

/**
 * Which tools are held back until they are approved. `changed`: those that a server adds or changes after it was first
 * used. `always`: its first ones too.
 */
export const APPROVALS = ['off', 'changed', 'always'] as const;
export type ApprovalMode = (typeof APPROVALS)[number];

/** What a file says beside its servers. */
export interface ConfigSettings {
  readonly profiles: readonly LoadedProfile[];
  /** The profile that counts if none is named. */
  readonly profile: string | undefined;
  readonly approve: ApprovalMode | undefined;
}

export const NO_SETTINGS: ConfigSettings = { profiles: [], profile: undefined, approve: undefined };

/** The keys of a file that are known. */
export const TOP_KEYS = ['$schema', 'mcpServers', 'profiles', 'profile', 'approve'] as const;

export interface ReadSettings {
  readonly settings: ConfigSettings;
  readonly warnings: readonly ConfigIssue[];
}

/** Reads what a file says beside its servers. A wrong `approve` counts as the strictest one. */
export function toSettings(values: Readonly<Record<string, unknown>>): ReadSettings {
  const warnings: ConfigIssue[] = [];
  const warn = (key: string, allowed: string): void => {
    const path = toIssuePath([key]);
    warnings.push({
      path,
      message: `cannot use ${path} ${JSON.stringify(values[key])?.slice(0, 40)}: allowed is ${allowed}`,
    });
  };
  const { profiles = {}, profile, approve } = values;
  if (typeof profiles !== 'object' || profiles === null || Array.isArray(profiles)) warn('profiles', 'an object');
  if (profile !== undefined && typeof profile !== 'string') warn('profile', 'the name of a profile');
  const mode = APPROVALS.find((one) => one === approve);
  if (approve !== undefined && mode === undefined) warn('approve', APPROVALS.map((one) => `"${one}"`).join(', '));
  const loaded = toProfiles(profiles);
  return {
    settings: {
      profiles: loaded,
      profile: typeof profile === 'string' ? profile : undefined,
      approve: approve === undefined ? undefined : (mode ?? 'always'),
    },
    warnings: [...warnings, ...loaded.flatMap((one) => (one.ok ? [] : [one.issue]))],
  };
}
