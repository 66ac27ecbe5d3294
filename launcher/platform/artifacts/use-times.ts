import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { StoredArtifact } from './stored-artifact.ts';

/** An artifact's file and the timestamp of its last use, in milliseconds since 1970. */
export interface UsedArtifact {
  readonly artifact: StoredArtifact;
  readonly at: number;
}

/** Timestamps of last use. They are the files' modification times, which all processes that share the folder set. */
export interface UseTimes {
  /** Returns a timestamp for a use now, in milliseconds. It is unique, even for several uses within a millisecond. */
  stamp(): number;
  /** Returns the files that still exist, with cached timestamps. These may be too early, but never too late. */
  of(artifacts: Iterable<StoredArtifact>): Promise<readonly UsedArtifact[]>;
  /** Returns the current timestamp; undefined if the file is gone. */
  look(artifact: StoredArtifact): Promise<number | undefined>;
}

const STEP_MS = 0.01;
const LOOKS_AT_ONCE = 64;

/** Caches the timestamps, because reading those of all files for every put would be slow. */
export function createUseTimes(folder: string, now: () => number): UseTimes {
  let known = new Map<string, number>();
  let last = 0;

  const look: UseTimes['look'] = async ({ name }) => {
    const stats = await lstat(path.join(folder, name)).catch(() => undefined);
    if (stats === undefined) known.delete(name);
    else known.set(name, stats.mtimeMs);
    return stats?.mtimeMs;
  };

  return {
    stamp() {
      last = Math.max(now(), last + STEP_MS);
      return last;
    },
    async of(artifacts) {
      const used: UsedArtifact[] = [];
      const unknown: StoredArtifact[] = [];
      for (const artifact of artifacts) {
        const at = known.get(artifact.name);
        if (at === undefined) unknown.push(artifact);
        else used.push({ artifact, at });
      }
      for (let i = 0; i < unknown.length; i += LOOKS_AT_ONCE) {
        const looks = unknown
          .slice(i, i + LOOKS_AT_ONCE)
          .map(async (artifact) => ({ artifact, at: await look(artifact) }));
        for (const { artifact, at } of await Promise.all(looks)) if (at !== undefined) used.push({ artifact, at });
      }
      known = new Map(used.map(({ artifact, at }) => [artifact.name, at]));
      return used;
    },
    look,
  };
}
