import { toIssuePath } from './issue-path.ts';
import { type LoadedProfile, toProfiles } from './profiles.ts';
import type { ConfigIssue } from './server-config.ts';

/**
 * Modes for holding back tools until they are approved. `changed` holds back tools that a server adds or changes after
 * its first use; `always` also its first ones.
 */
export const APPROVALS = ['off', 'changed', 'always'] as const;
export type ApprovalMode = (typeof APPROVALS)[number];

/** Settings in a file besides its servers. */
export interface ConfigSettings {
  readonly profiles: readonly LoadedProfile[];
  /** Default profile, used if none is named. */
  readonly profile: string | undefined;
  readonly approve: ApprovalMode | undefined;
}

export const NO_SETTINGS: ConfigSettings = { profiles: [], profile: undefined, approve: undefined };

/** All known top-level keys of a file. */
export const TOP_KEYS = ['$schema', 'mcpServers', 'profiles', 'profile', 'approve'] as const;

/** Reads a file's settings besides its servers. An invalid `approve` counts as the strictest mode. */
export function toSettings(values: Readonly<Record<string, unknown>>) {
  const warnings: ConfigIssue[] = [];
  const warn = (key: string, allowed: string): void => {
    const path = toIssuePath([key]);
    warnings.push({
      path,
      message: `cannot use ${path} ${JSON.stringify(values[key])?.slice(0, 40)}: expected ${allowed}`,
    });
  };
  const { profiles = {}, profile, approve } = values;
  if (typeof profiles !== 'object' || profiles === null || Array.isArray(profiles)) warn('profiles', 'an object');
  if (profile !== undefined && typeof profile !== 'string') warn('profile', 'the name of a profile');
  const mode = APPROVALS.find((one) => one === approve);
  if (approve !== undefined && mode === undefined)
    warn('approve', `one of ${APPROVALS.map((one) => `"${one}"`).join(', ')}`);
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
