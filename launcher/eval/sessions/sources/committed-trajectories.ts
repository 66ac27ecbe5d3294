import { type Repository, streamBlob } from './git-blobs.ts';
import { listTree } from './git-tree.ts';
import type { SessionSource } from './session-source.ts';

const TRAJECTORY = /\.traj(?:\.json)?$/;

/** Finds the trajectory files committed at HEAD. Works with bare repositories too. */
export async function committedTrajectories(from: Repository, signal: AbortSignal): Promise<readonly SessionSource[]> {
  const files = await listTree(from, 'HEAD', signal);
  return files
    .filter(({ file }) => TRAJECTORY.test(file))
    .map(({ file, blob, bytes }) => ({
      ...{ place: `${from.repo}:${file}`, changedAt: undefined, bytes: bytes ?? 0 },
      open: (stopped) => streamBlob(from, blob, stopped),
    }));
}
