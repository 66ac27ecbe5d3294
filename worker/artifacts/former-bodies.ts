import type { ArtifactBodies } from '../../src/artifacts/sql/artifact-bodies.ts';

/**
 * Stores new bodies in `current`, and still reads those written to `former` before `current` existed. Former bodies are
 * removed when they expire, like all others.
 */
export function withFormerBodies(current: ArtifactBodies, former: ArtifactBodies): ArtifactBodies {
  return {
    write: current.write,
    read: async (body, from, to) => (await current.read(body, from, to)) ?? former.read(body, from, to),
    async remove(bodies) {
      await Promise.all([current.remove(bodies), former.remove(bodies)]);
    },
  };
}
