import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { StoredArtifact } from './stored-artifact.ts';
import type { UsedArtifact, UseTimes } from './use-times.ts';

/** Times that lie this far ahead, in milliseconds, are another clock's: such a file counts as used just before. */
const AHEAD_MS = 1_000;
const JUST_BEFORE_MS = 0.001;

/**
 * Removes what was not used for longest until the bodies together have at most `maxBytes`. All processes that share the
 * folder go by one order, so that those who do so at once remove the same; what is gone meanwhile counts as removed.
 * Rejects with what the file system fails with.
 */
export async function makeRoom(
  folder: string,
  live: ReadonlyMap<string, StoredArtifact>,
  { own, maxBytes, times }: { readonly own: StoredArtifact; readonly maxBytes: number; readonly times: UseTimes },
): Promise<void> {
  if (sizeOf([...live.values()]) <= maxBytes) return;
  let rest = await times.of(live.values());
  while (sizeOf(rest.map(({ artifact }) => artifact)) > maxBytes) {
    const min = leastUsed(rest, own);
    if (min === undefined) return;
    const at = await times.look(min.artifact);
    const others = rest.filter((used) => used !== min);
    if (at !== undefined && at !== min.at) {
      rest = [...others, { ...min, at }];
      continue;
    }
    await rm(path.join(folder, min.artifact.name), { force: true });
    rest = others;
  }
}

function sizeOf(artifacts: readonly StoredArtifact[]): number {
  return artifacts.reduce((sum, { bytes }) => sum + bytes, 0);
}

function leastUsed(used: readonly UsedArtifact[], own: StoredArtifact): UsedArtifact | undefined {
  const put = used.find(({ artifact }) => artifact.name === own.name)?.at ?? Infinity;
  const place = ({ at }: UsedArtifact): number => (at > put + AHEAD_MS ? put - JUST_BEFORE_MS : at);
  // A file system's times may be coarse: of two that are equal, the one put first, then the one named first.
  const order = (a: UsedArtifact, b: UsedArtifact): number =>
    place(a) - place(b) || a.artifact.createdAt - b.artifact.createdAt || (a.artifact.name < b.artifact.name ? -1 : 1);
  let min = used[0];
  for (const one of used) if (min !== undefined && order(one, min) < 0) min = one;
  return min;
}
