import type { ArtifactStore } from '../../../src/artifacts/artifact-store.ts';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import type { TeamArtifacts } from '../../../worker/artifacts/team-artifacts.ts';

/** Artifacts of teams, in memory. */
export function memoryTeams(): TeamArtifacts {
  const stores = new Map<string, ArtifactStore>();
  return {
    of: (team) => {
      const store = stores.get(team) ?? createMemoryArtifactStore();
      stores.set(team, store);
      return store;
    },
    sweep: async () => {},
    usage: () =>
      Promise.all([...stores].sort().map(async ([team, store]) => ({ team, ...(await store.usage()) }))).then((all) =>
        all.filter(({ artifacts }) => artifacts > 0),
      ),
  };
}
