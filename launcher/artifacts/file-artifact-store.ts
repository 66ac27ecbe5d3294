import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ArtifactRef } from '../../src/artifacts/artifact-ref.ts';
import {
  ARTIFACT_MAX_BYTES,
  ARTIFACT_TTL_MS,
  type ArtifactInfo,
  type ArtifactStore,
} from '../../src/artifacts/artifact-store.ts';
import { fromListCursor, LIST_DEFAULT, LIST_LIMIT, toListCursor } from '../../src/artifacts/list-cursor.ts';
import type { ArtifactStoreOptions } from '../../src/artifacts/memory-artifact-store.ts';
import { errnoOf } from '../paths/errno-of.ts';
import { prepareFolder, scanFolder } from './artifact-folder.ts';
import { toFileFault } from './file-fault.ts';
import { makeRoom } from './make-room.ts';
import { type OpenedArtifact, withArtifactFile } from './open-artifact-file.ts';
import { readRange } from './read-range.ts';
import type { StoredArtifact } from './stored-artifact.ts';
import { createUseTimes } from './use-times.ts';
import { writeArtifactFile } from './write-artifact-file.ts';

export interface FileArtifactStoreOptions extends ArtifactStoreOptions {
  /** Made on the first put, for its owner alone; not a link. Several processes may share it. */
  readonly folder: string;
}

/** Files that a list opens at once. */
const OPEN_AT_ONCE = 16;

/**
 * Artifacts as files, which outlive the process. Nothing is touched before the first call. `put` resolves once the file
 * has its name, `remove` once it has none; after a kill at any moment an artifact is there as a whole or not at all.
 *
 * On disk, in `folder` (mode 0700), a file (0600) for each artifact: its blocks of 256 KiB, each compressed by itself
 * (raw DEFLATE; as it is where that is no larger), then a footer (JSON: the file's name, the media type, length and
 * SHA-256 of each block), the footer's length and SHA-256, and `axfile1\n`. The file's name is
 * `<domain>.<id>.<bytes>.<createdAt>.<expiresAt>`, its time of modification the last use. `.part-…` is one that is
 * being written; those of dead writers go with the next call, as does what has expired. Whatever a hash tells to be
 * damaged is never served, and goes; other files and links are left alone.
 *
 * The cap counts bytes before compression, of all processes that share the folder; each put by any of them keeps to it.
 * Methods reject with an `ArtifactError` (`failed`) that says what was attempted, and the errno.
 */
export function createFileArtifactStore(options: FileArtifactStoreOptions): ArtifactStore {
  const { folder, ttlMs = ARTIFACT_TTL_MS, maxBytes = ARTIFACT_MAX_BYTES, now = Date.now } = options;
  const times = createUseTimes(folder, now);
  // By reference, as last seen: most reads find their file without a look into the folder.
  let seen = new Map<string, StoredArtifact>();

  const scan = async (): Promise<Map<string, StoredArtifact>> => {
    seen = await scanFolder(folder, now());
    return seen;
  };

  const open = async <T>(
    { domain, id }: ArtifactRef,
    use: (opened: OpenedArtifact, artifact: StoredArtifact) => Promise<T | 'damaged'>,
  ): Promise<T | undefined> => {
    const ref = `ax://${domain}/${id}`;
    await tidied;
    const hint = seen.get(ref);
    let artifact = hint !== undefined && now() < hint.expiresAt ? hint : undefined;
    for (;;) {
      const tried = artifact;
      const used = tried && (await withArtifactFile(folder, tried, (opened) => use(opened, tried)));
      if (used !== undefined) return used;
      // Another process may have put it, for the first time, or again, which gives its file another name.
      artifact = (await scan()).get(ref);
      if (artifact === undefined || artifact.name === tried?.name) return undefined;
    }
  };

  // Whoever puts does not wait until the others have made room, which takes ten milliseconds among thousands of files;
  // whoever asks next does, so that nobody sees more than the cap.
  let tidied = Promise.resolve();
  const tidy = async (own: StoredArtifact): Promise<void> => {
    try {
      await makeRoom(folder, await scan(), { own, maxBytes, times });
    } catch {
      // It is stored: what cannot be removed for it now is left to the next put.
    }
  };

  const touch = async ({ file }: OpenedArtifact): Promise<void> => {
    const at = times.stamp() / 1000;
    // A folder that cannot be written to can still be read.
    await file.utimes(at, at).catch(() => {});
  };

  return {
    async put(artifact) {
      const isReady = prepareFolder(folder).then(() => tidied);
      // Where the body fails first, nobody waits for it.
      isReady.catch(() => {});
      const target = { folder, isReady, ttlMs, maxBytes, now, stamp: times.stamp };
      const own = await writeArtifactFile(artifact, target);
      tidied = tidied.then(() => tidy(own));
      return toInfo(own, artifact.mimeType);
    },

    info: (ref) => open(ref, async ({ footer }, artifact) => toInfo(artifact, footer.mimeType)),

    read: (ref, range) =>
      open(ref, async (opened, { bytes }) => {
        await touch(opened);
        return readRange(opened, bytes, range);
      }),

    async list({ cursor, limit = LIST_DEFAULT } = {}) {
      const after = cursor === undefined ? undefined : fromListCursor(cursor);
      await tidied;
      if (cursor !== undefined && after === undefined) return undefined;
      const max = Math.min(Math.max(1, limit), LIST_LIMIT);
      const rest = [...(await scan()).values()]
        .filter((one) => after === undefined || inOrder(after, one) < 0)
        .sort(inOrder);
      const page = rest.slice(0, max);
      const artifacts: ArtifactInfo[] = [];
      for (let i = 0; i < page.length; i += OPEN_AT_ONCE) {
        const infos = page.slice(i, i + OPEN_AT_ONCE).map((one) => infoOf(folder, one));
        artifacts.push(...(await Promise.all(infos)).filter((info) => info !== undefined));
      }
      const end = page.at(-1);
      return rest.length > max && end !== undefined
        ? { artifacts, nextCursor: toListCursor(toInfo(end, '')) }
        : { artifacts };
    },

    async remove({ domain, id }) {
      await tidied;
      const artifact = (await scan()).get(`ax://${domain}/${id}`);
      if (artifact === undefined) return false;
      try {
        await rm(path.join(folder, artifact.name));
        return true;
      } catch (error) {
        if (errnoOf(error) === 'ENOENT') return false;
        throw toFileFault('remove an artifact', folder, error);
      }
    },

    async usage() {
      await tidied;
      const live = [...(await scan()).values()];
      return { artifacts: live.length, bytes: live.reduce((sum, { bytes }) => sum + bytes, 0), maxBytes, ttlMs };
    },
  };
}

function infoOf(folder: string, artifact: StoredArtifact): Promise<ArtifactInfo | undefined> {
  return withArtifactFile(folder, artifact, async ({ footer }) => toInfo(artifact, footer.mimeType));
}

function toInfo({ name: _, ...artifact }: StoredArtifact, mimeType: string): ArtifactInfo {
  return { ...artifact, mimeType };
}

type Aged = Pick<ArtifactInfo, 'createdAt' | 'ref'>;
function inOrder(a: Aged, b: Aged): number {
  return b.createdAt - a.createdAt || (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0);
}
