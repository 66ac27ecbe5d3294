/** Rights of a key. `admin`: see the team's usage and manage its keys. */
export const SCOPES = ['prune', 'artifacts', 'context', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];
