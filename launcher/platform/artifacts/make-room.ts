import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { StoredArtifact } from './stored-artifact.ts';
import type { UsedArtifact, UseTimes } from './use-times.ts';

/**
 * Max milliseconds by which a timestamp may be in the future. A later one comes from another clock, and its file counts
 * as used just before the new one.
 */
const AHEAD_MS = 1_000;
const JUST_BEFORE_MS = 0.001;

export interface RoomOptions {
  /** The new artifact. */
  readonly own: StoredArtifact;
  readonly maxBytes: number;
  readonly times: UseTimes;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Removes the least recently used artifacts until the bodies take at most `maxBytes`. All processes that share the
 * folder use the same order, so concurrent calls remove the same files. A file that is already gone counts as removed.
 * Rejects with the file system's error.
 */
export async function makeRoom(
  folder: string,
  live: ReadonlyMap<string, StoredArtifact>,
  { own, maxBytes, times, now }: RoomOptions,
): Promise<void> {
  if (sizeOf([...live.values()]) <= maxBytes) return;
  let rest = await times.of(live.values());
  while (sizeOf(rest.map(({ artifact }) => artifact)) > maxBytes) {
    const min = leastUsed(rest, own, now() + AHEAD_MS);
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

function leastUsed(used: readonly UsedArtifact[], own: StoredArtifact, latest: number): UsedArtifact | undefined {
  const put = used.find(({ artifact }) => artifact.name === own.name)?.at ?? Infinity;
  const place = ({ at }: UsedArtifact): number => (at > latest ? put - JUST_BEFORE_MS : at);
  // Timestamps may be coarse. Ties are broken by creation time, then by name.
  const order = (a: UsedArtifact, b: UsedArtifact): number =>
    place(a) - place(b) || a.artifact.createdAt - b.artifact.createdAt || (a.artifact.name < b.artifact.name ? -1 : 1);
  let min = used[0];
  for (const one of used) if (min !== undefined && order(one, min) < 0) min = one;
  return min;
}
