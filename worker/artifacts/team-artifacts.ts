import type { ArtifactStore, ArtifactUsage } from '../../src/artifacts/artifact-store.ts';
import { redactingArtifacts } from '../../src/artifacts/redacting-artifacts.ts';
import type { ArtifactBodies } from '../../src/storage/artifact-bodies.ts';
import { createSqlArtifacts } from '../../src/storage/sql-artifact-store.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';

/** What one team keeps. */
export interface TeamUsage extends ArtifactUsage {
  readonly team: string;
}

/** Artifacts of every team, which none but its own keys reach. */
export interface TeamArtifacts {
  of(team: string): ArtifactStore;
  /** Removes what has expired, whoever's it is. */
  sweep(): Promise<void>;
  /** What each team keeps that keeps any. */
  usage(): Promise<readonly TeamUsage[]>;
}

export interface TeamArtifactsOptions {
  /** Default: a table of the database. */
  readonly bodies?: ArtifactBodies | undefined;
  /** Whether they are kept without the secrets in them. Default false. */
  readonly redact?: boolean | undefined;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * Artifacts in a migrated database. Without a database a worker keeps none: what is in the memory of one process, or of
 * one isolate out of many, would be named to an agent and gone when it asks.
 */
export function createTeamArtifacts(database: SqlDatabase, options: TeamArtifactsOptions = {}): TeamArtifacts {
  const { bodies, redact = false, now } = options;
  const all = createSqlArtifacts(database, { bodies, now });
  return {
    of: (team) => (redact ? redactingArtifacts(all.of(team)) : all.of(team)),
    sweep: all.sweep,
    usage: async () => (await all.usage()).map(({ scope, ...usage }) => ({ team: scope, ...usage })),
  };
}
