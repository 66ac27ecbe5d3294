import { ARTIFACT_MAX_BYTES, ARTIFACT_TTL_MS, type ArtifactUsage } from '../../../src/artifacts/artifact-store.ts';
import type { LedgerScope } from '../../../src/teams/usage/ledger-query.ts';
import type { DashboardDeps } from '../dashboard-deps.ts';

/** Stored texts in numbers, for viewers who may see them. */
export interface KeptTexts extends ArtifactUsage {
  /** Number of teams with stored texts, if the figures cover all teams; `maxBytes` applies per team. */
  readonly teams: number | undefined;
}

/** Undefined if nothing is ever stored, and for keys that see only their own rows. Rejects with a `SqlError`. */
export async function readKept(
  artifacts: DashboardDeps['artifacts'],
  scope: LedgerScope,
): Promise<KeptTexts | undefined> {
  if (artifacts === undefined || scope.kind === 'owner') return undefined;
  if (scope.kind === 'team') return { ...(await artifacts.of(scope.team).usage()), teams: undefined };
  const all = await artifacts.usage();
  const sum = (of: 'artifacts' | 'bytes'): number => all.reduce((total, usage) => total + usage[of], 0);
  const { maxBytes = ARTIFACT_MAX_BYTES, ttlMs = ARTIFACT_TTL_MS } = all[0] ?? {};
  return { artifacts: sum('artifacts'), bytes: sum('bytes'), maxBytes, ttlMs, teams: all.length };
}
