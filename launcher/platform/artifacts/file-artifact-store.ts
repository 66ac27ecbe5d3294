import { rm } from 'node:fs/promises';
import path from 'node:path';
import { BLOCK_BYTES } from '../../../src/artifacts/artifact-blocks.ts';
import type { ArtifactRef } from '../../../src/artifacts/artifact-ref.ts';
import {
  ARTIFACT_MAX_BYTES,
  ARTIFACT_TTL_MS,
  type ArtifactInfo,
  type ArtifactList,
  type ArtifactListOptions,
  type ArtifactStore,
  type ArtifactUsage,
  type ByteRange,
  type NewArtifact,
} from '../../../src/artifacts/artifact-store.ts';
import { fromListCursor, inOrder, LIST_DEFAULT, LIST_LIMIT, toListCursor } from '../../../src/artifacts/list-cursor.ts';
import type { ArtifactStoreOptions } from '../../../src/artifacts/memory-artifact-store.ts';
import { releaseBytes } from '../../../src/text/release-bytes.ts';
import { errnoOf } from '../paths/errno-of.ts';
import { prepareFolder, scanFolder } from './artifact-folder.ts';
import type { StoredBlock } from './artifact-footer.ts';
import { unpackBlock } from './block-codec.ts';
import { toFileFault } from './file-fault.ts';
import { type OpenedArtifact, readBytes, withArtifactFile } from './open-artifact-file.ts';
import type { StoredArtifact } from './stored-artifact.ts';
import { createUseTimes, type UsedArtifact, type UseTimes } from './use-times.ts';
import { writeArtifactFile } from './write-artifact-file.ts';

/**
 * Max milliseconds by which a timestamp may be in the future. A later one comes from another clock, and its file counts
 * as used just before the new one.
 */
const AHEAD_MS = 1_000;
const JUST_BEFORE_MS = 0.001;

interface RoomOptions {
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

const sizeOf = (artifacts: readonly StoredArtifact[]): number => artifacts.reduce((sum, { bytes }) => sum + bytes, 0);

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

/** Reads a range of a body of `size` bytes. Only the blocks in the range are read, one at a time. */
async function readRange(
  { file, footer }: OpenedArtifact,
  size: number,
  { offset = 0, length = Infinity }: ByteRange = {},
): Promise<Uint8Array | 'damaged'> {
  const from = Math.min(Math.max(0, offset), size);
  const to = Math.min(size, from + Math.max(0, length));
  const out = new Uint8Array(to - from);
  let n = Math.floor(from / BLOCK_BYTES);
  let at = footer.blocks.slice(0, n).reduce((sum, block) => sum + block.length, 0);
  for (; n * BLOCK_BYTES < to; n++) {
    const stored = footer.blocks[n] as StoredBlock;
    const start = n * BLOCK_BYTES;
    const bytes = await readBytes(file, at, stored.length);
    const block = unpackBlock(bytes, stored, Math.min(BLOCK_BYTES, size - start));
    if (block === undefined) return 'damaged';
    out.set(block.subarray(Math.max(0, from - start), to - start), Math.max(0, start - from));
    releaseBytes(block);
    at += stored.length;
  }
  return out;
}

export interface FileArtifactStoreOptions extends ArtifactStoreOptions {
  /**
   * Folder of the files. Created by the first put, accessible only to its owner, must not be a link. Several processes
   * may share it.
   */
  readonly folder: string;
}

/** Max files that a list opens at once. */
const OPEN_AT_ONCE = 16;

/**
 * Stores artifacts as files, which outlive the process. Touches nothing before the first call. `put` resolves once the
 * file has its final name, `remove` once that name is gone. After a kill at any time, an artifact exists either
 * entirely or not at all.
 *
 * Layout: `folder` (mode 0700) contains one file (0600) per artifact. It has blocks of 256 KiB, each compressed
 * separately (raw DEFLATE, or stored uncompressed if that is not larger). After the blocks come a footer (JSON: file
 * name, media type, length and SHA-256 of each block), the footer's length and SHA-256, and `axfile1\n`. The file's
 * name is `<domain>.<id>.<bytes>.<createdAt>.<expiresAt>`. Its modification time is the time of the last use. `.part-*`
 * files are being written. The next call deletes those of dead writers, and expired files. A file whose hashes do not
 * match is never served, and is deleted. Other files and links are left alone.
 *
 * The size limit counts uncompressed bytes over all processes that share the folder. Each put enforces it. Methods
 * reject with an `ArtifactError` (`failed`) that names the operation and the errno.
 */
export function createFileArtifactStore(options: FileArtifactStoreOptions): ArtifactStore {
  return new FileArtifactStore(options);
}

class FileArtifactStore implements ArtifactStore {
  readonly #folder: string;
  readonly #ttlMs: number;
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #times: UseTimes;
  // Artifacts by reference, as of the last scan. Most reads find their file here without scanning the folder.
  #seen = new Map<string, StoredArtifact>();
  // Pending removal of other files. A put does not wait for it, because it takes ten milliseconds among thousands of
  // files. The next call waits for it, so that the limit is never exceeded when seen from outside.
  #tidied = Promise.resolve();

  constructor({ folder, ttlMs, maxBytes, now }: FileArtifactStoreOptions) {
    this.#folder = folder;
    this.#ttlMs = ttlMs ?? ARTIFACT_TTL_MS;
    this.#maxBytes = maxBytes ?? ARTIFACT_MAX_BYTES;
    this.#now = now ?? Date.now;
    this.#times = createUseTimes(folder, this.#now);
  }

  async put(artifact: NewArtifact): Promise<ArtifactInfo> {
    const isReady = prepareFolder(this.#folder).then(() => this.#tidied);
    const settled = isReady.catch(() => {});
    try {
      const own = await writeArtifactFile(artifact, {
        ...{ folder: this.#folder, isReady, ttlMs: this.#ttlMs, maxBytes: this.#maxBytes },
        ...{ now: this.#now, stamp: this.#times.stamp },
      });
      this.#tidied = this.#tidied.then(() => this.#tidy(own));
      return toInfo(own, artifact.mimeType);
    } finally {
      // If the body fails first, the folder may still be being created. Wait, because the caller may want to remove it.
      await settled;
    }
  }

  info(ref: ArtifactRef): Promise<ArtifactInfo | undefined> {
    return this.#open(ref, async ({ footer }, artifact) => toInfo(artifact, footer.mimeType));
  }

  read(ref: ArtifactRef, range?: ByteRange): Promise<Uint8Array | undefined> {
    return this.#open(ref, async (opened, { bytes }) => {
      const at = this.#times.stamp() / 1000;
      // A folder that is not writable can still be read.
      await opened.file.utimes(at, at).catch(() => {});
      return readRange(opened, bytes, range);
    });
  }

  async list({ cursor, limit = LIST_DEFAULT }: ArtifactListOptions = {}): Promise<ArtifactList | undefined> {
    const after = cursor === undefined ? undefined : fromListCursor(cursor);
    await this.#tidied;
    if (cursor !== undefined && after === undefined) return undefined;
    const max = Math.min(Math.max(1, limit), LIST_LIMIT);
    const rest = [...(await this.#scan()).values()]
      .filter((one) => after === undefined || inOrder(after, one) < 0)
      .sort(inOrder);
    const page = rest.slice(0, max);
    const artifacts: ArtifactInfo[] = [];
    for (let i = 0; i < page.length; i += OPEN_AT_ONCE) {
      const infos = page.slice(i, i + OPEN_AT_ONCE).map((one) => infoOf(this.#folder, one));
      artifacts.push(...(await Promise.all(infos)).filter((info) => info !== undefined));
    }
    const end = page.at(-1);
    return rest.length > max && end !== undefined
      ? { artifacts, nextCursor: toListCursor(toInfo(end, '')) }
      : { artifacts };
  }

  async remove({ domain, id }: ArtifactRef): Promise<boolean> {
    await this.#tidied;
    const artifact = (await this.#scan()).get(`ax://${domain}/${id}`);
    if (artifact === undefined) return false;
    try {
      await rm(path.join(this.#folder, artifact.name));
      return true;
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return false;
      throw toFileFault('remove an artifact', this.#folder, error);
    }
  }

  async usage(): Promise<ArtifactUsage> {
    await this.#tidied;
    const live = [...(await this.#scan()).values()];
    const bytes = live.reduce((sum, one) => sum + one.bytes, 0);
    return { artifacts: live.length, bytes, maxBytes: this.#maxBytes, ttlMs: this.#ttlMs };
  }

  async #open<T>(
    { domain, id }: ArtifactRef,
    use: (opened: OpenedArtifact, artifact: StoredArtifact) => Promise<T | 'damaged'>,
  ): Promise<T | undefined> {
    const ref = `ax://${domain}/${id}`;
    await this.#tidied;
    const hint = this.#seen.get(ref);
    let artifact = hint !== undefined && this.#now() < hint.expiresAt ? hint : undefined;
    for (;;) {
      const tried = artifact;
      const used = tried && (await withArtifactFile(this.#folder, tried, (opened) => use(opened, tried)));
      if (used !== undefined) return used;
      // Another process may have stored it for the first time, or stored it again, which changes the file's name.
      artifact = (await this.#scan()).get(ref);
      if (artifact === undefined || artifact.name === tried?.name) return undefined;
    }
  }

  async #scan(): Promise<Map<string, StoredArtifact>> {
    this.#seen = await scanFolder(this.#folder, this.#now());
    return this.#seen;
  }

  async #tidy(own: StoredArtifact): Promise<void> {
    try {
      const room = { own, maxBytes: this.#maxBytes, times: this.#times, now: this.#now };
      await makeRoom(this.#folder, await this.#scan(), room);
    } catch {
      // The artifact is stored. The next put tries again to make room.
    }
  }
}

function infoOf(folder: string, artifact: StoredArtifact): Promise<ArtifactInfo | undefined> {
  return withArtifactFile(folder, artifact, async ({ footer }) => toInfo(artifact, footer.mimeType));
}

function toInfo({ name: _, ...artifact }: StoredArtifact, mimeType: string): ArtifactInfo {
  return { ...artifact, mimeType };
}
