import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ArtifactError } from '../../../src/artifacts/artifact-error.ts';
import { makeFolder } from '../files/make-folder.ts';
import { errnoOf } from '../paths/errno-of.ts';
import { toFileFault } from './file-fault.ts';
import { isLeftPart } from './part-file.ts';
import { fromFileName, type StoredArtifact } from './stored-artifact.ts';

const OWNER_ALONE = 0o700;

/** Creates the folder if it is missing, and restricts it to its owner. Rejects with an `ArtifactError`. */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    makeFolder(folder);
    const { mode } = await statFolder(folder);
    if ((mode & 0o077) !== 0) await chmod(folder, OWNER_ALONE);
  } catch (error) {
    throw toFileFault('make the folder of artifacts', folder, error);
  }
}

/**
 * Returns the artifacts that have not expired at `at`, by reference; empty if there is no folder. Deletes expired
 * files, files replaced by a later put of the same artifact, and files left by dead writers. Failed deletions are
 * ignored. Other processes may add and remove files at the same time. Rejects with an `ArtifactError`.
 */
export async function scanFolder(folder: string, at: number): Promise<Map<string, StoredArtifact>> {
  const live = new Map<string, StoredArtifact>();
  const gone: string[] = [];
  for (const name of await namesIn(folder)) {
    const artifact = fromFileName(name);
    if (artifact === undefined) {
      if (await isLeftPart(folder, name)) gone.push(name);
    } else if (at >= artifact.expiresAt) gone.push(name);
    else {
      const other = live.get(artifact.ref);
      const [later, earlier] = other === undefined || isLater(artifact, other) ? [artifact, other] : [other, artifact];
      live.set(artifact.ref, later);
      if (earlier !== undefined) gone.push(earlier.name);
    }
  }
  for (const name of gone) await rm(path.join(folder, name), { force: true }).catch(() => {});
  return live;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    await statFolder(folder);
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw toFileFault('look for artifacts', folder, error);
  }
}

// Does not follow links: an attacker who replaced the folder by a link would choose where artifacts are stored.
async function statFolder(folder: string): Promise<{ readonly mode: number }> {
  const stats = await lstat(folder);
  if (stats.isDirectory()) return stats;
  throw new ArtifactError(
    'failed',
    `use the folder of artifacts ${JSON.stringify(folder)}: expected a folder that is not a link`,
  );
}

function isLater(a: StoredArtifact, b: StoredArtifact): boolean {
  return (a.createdAt - b.createdAt || a.expiresAt - b.expiresAt) > 0;
}
