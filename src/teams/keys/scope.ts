/**
 * Rights of a key. `keys`: manage the keys of its own owner. `read`: see the team's usage and dashboard. `metrics`: read
 * the metrics of all teams. `admin`: see the team's usage and manage its keys.
 */
export const SCOPES = ['prune', 'artifacts', 'context', 'keys', 'read', 'metrics', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];
