import type { ArtifactBodies } from '../../src/storage/artifact-bodies.ts';

/**
 * Bodies in `current`, and those that were put into `former` before there was a `current`: they are read until they
 * expire, and removed then as all others are.
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
