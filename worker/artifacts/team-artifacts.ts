import type { ArtifactStore, ArtifactUsage } from '../../src/artifacts/artifact-store.ts';
import { redactingArtifacts } from '../../src/artifacts/redacting-artifacts.ts';
import type { ArtifactBodies } from '../../src/artifacts/sql/artifact-bodies.ts';
import { createSqlArtifacts } from '../../src/artifacts/sql/sql-artifact-store.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';

/** Storage used by one team. */
export interface TeamUsage extends ArtifactUsage {
  readonly team: string;
}

/** Artifacts of every team, accessible only to its own keys. */
export type TeamArtifacts = ReturnType<typeof createTeamArtifacts>;

export interface TeamArtifactsOptions {
  /** Default: a table of the database. */
  readonly bodies?: ArtifactBodies | undefined;
  /** True to redact secrets before storing. Default false. */
  readonly redact?: boolean | undefined;
}

/**
 * Creates artifact stores over a migrated database. A worker without a database stores none. In the memory of one
 * process, or one of many isolates, an artifact would be offered to an agent and then be gone.
 */
export function createTeamArtifacts(database: SqlDatabase, options: TeamArtifactsOptions = {}) {
  const { bodies, redact = false } = options;
  const all = createSqlArtifacts(database, { bodies });
  return {
    of: (team: string): ArtifactStore => (redact ? redactingArtifacts(all.of(team)) : all.of(team)),
    /** Removes expired artifacts of all teams. */
    sweep: all.sweep,
    /** Usage of each team that has any artifacts. */
    usage: async (): Promise<readonly TeamUsage[]> =>
      (await all.usage()).map(({ scope, ...usage }) => ({ team: scope, ...usage })),
  };
}
