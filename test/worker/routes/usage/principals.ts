import type { Principal } from '../../../../src/teams/keys/principal.ts';
import { SCOPES, type Scope } from '../../../../src/teams/keys/scope.ts';

const BOUNDLESS = { maxBodyBytes: null, ratePerMinute: null, quota: null };

export const ROOT: Principal = {
  kind: 'root',
  team: 'root',
  key: 'root',
  owner: 'root',
  scopes: new Set(SCOPES),
  ...BOUNDLESS,
};

export const LOCAL: Principal = {
  kind: 'local',
  team: 'local',
  key: 'local',
  owner: 'local',
  scopes: new Set(['prune']),
  ...BOUNDLESS,
};

/** A key of team-a. */
export function keyOf(...scopes: readonly Scope[]): Principal {
  return { kind: 'key', team: 'team-a', key: 'key-1', owner: 'key-1', scopes: new Set(scopes), ...BOUNDLESS };
}
