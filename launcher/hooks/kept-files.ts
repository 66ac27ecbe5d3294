import { lstat, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ArtifactBody, artifactBlocks } from '../../src/artifacts/artifact-blocks.ts';
import type { ArtifactInfo, ArtifactStore, NewArtifact } from '../../src/artifacts/artifact-store.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { sha256Hex } from '../platform/sha256.ts';

/** Time after which a file may be removed, in milliseconds: a day. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Max UTF-16 units of a path that a notice names. */
const MAX_PATH = 200;
/** Digits of a file's name. */
const NAME_DIGITS = 16;

/** Stores original texts as plain files that the agent's own tools can read. A `ref` is the file's path. */
export type KeptFiles = Pick<ArtifactStore, 'put'>;

/**
 * Creates a store in a folder that only this user can read, and removes what is older than a day. `put` rejects if the
 * folder belongs to somebody else, since anybody may create one in a temporary folder. `now` returns milliseconds since
 * 1970.
 */
export function createKeptFiles(folder: string, now: () => number): KeptFiles {
  return {
    async put(artifact) {
      const bytes = await readBody(artifact.body);
      await artifact.confirmed;
      makeFolder(folder);
      if (!(await isOurs(folder))) throw new Error(`cannot keep results in "${folder}": it is not this user's alone`);
      await sweep(folder, now() - KEPT_MS);
      const id = sha256Hex(bytes, NAME_DIGITS);
      const file = path.join(folder, `${id}.txt`);
      if (!mayBeNamed(file)) throw new Error(`cannot keep a result in "${file}": the path is too long`);
      // Another hook may write the same file at the same time.
      const part = `${file}.${process.pid}`;
      await writeFile(part, bytes, { mode: 0o600 });
      await rename(part, file);
      return toInfo(file, id, bytes, artifact, now());
    },
  };
}

/**
 * Returns a store whose `ref` is the file that a result comes from, if that file still contains the text. Otherwise it
 * stores a copy. Without `copies`, `put` then rejects.
 */
export function inItsFile(file: string, copies: KeptFiles | undefined, now: () => number): KeptFiles {
  return {
    async put(artifact) {
      const bytes = await readBody(artifact.body);
      const isThere = mayBeNamed(file) && (await readFile(file).catch(() => Buffer.alloc(0))).includes(bytes);
      if (!isThere && copies === undefined) throw new Error(`cannot find a result in "${file}": it changed since`);
      if (!isThere && copies !== undefined) return await copies.put(artifact);
      await artifact.confirmed;
      return toInfo(file, '', bytes, artifact, now());
    },
  };
}

async function readBody(body: ArtifactBody): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of artifactBlocks(body)) blocks.push(block);
  return Buffer.concat(blocks);
}

function toInfo(ref: string, id: string, { length }: Buffer, artifact: NewArtifact, now: number): ArtifactInfo {
  const { domain, mimeType } = artifact;
  return { domain, id, ref, mimeType, bytes: length, createdAt: now, expiresAt: now + KEPT_MS };
}

/** True if a notice can quote the path. */
const mayBeNamed = (file: string): boolean => file.length <= MAX_PATH && !/["\n]/.test(file);

/** True for an existing folder, not a link, that only this user can read. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  // On Windows each user has a temporary folder, and files have no such modes.
  const isOwn = process.getuid === undefined || (found?.uid === process.getuid() && (found.mode & 0o077) === 0);
  return found?.isDirectory() === true && isOwn;
}

async function sweep(folder: string, before: number): Promise<void> {
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  await Promise.all(
    files.map(async (file) => {
      // Another hook may have removed it.
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: before }));
      if (mtimeMs < before) await rm(file, { force: true }).catch(() => {});
    }),
  );
}
