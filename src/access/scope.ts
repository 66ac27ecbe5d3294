/** What a key may do. `admin`: see its team's usage and manage its team's keys. */
export const SCOPES = ['prune', 'artifacts', 'context', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];
