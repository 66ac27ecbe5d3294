import { createHash } from 'node:crypto';
import { access, constants, readFile, stat } from 'node:fs/promises';
import { followLinks } from '../../gateway/config/write-config-file.ts';
import { errnoOf } from '../../paths/errno-of.ts';
import { errnoWords } from '../../paths/errno-words.ts';

/** Claude Code keeps its whole state in the file where its servers are. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file of somebody else's, as it stands. */
export interface TextFile {
  readonly ok: true;
  /** What the path leads to, links followed. */
  readonly target: string;
  /** Its byte order mark included; `undefined` where there is no file. */
  readonly text: string | undefined;
  /** Told apart from it, the file has changed; `undefined` where there is none. */
  readonly revision: string | undefined;
  /** Of the file that is there. */
  readonly mode: number | undefined;
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  /** Why it must not be written; `undefined` where it may be. */
  readonly locked: string | undefined;
}

export type ReadText = TextFile | { readonly ok: false; readonly why: string };

/** Reads a file that may be edited. Refused: what is no regular file, too big, or not UTF-8. */
export async function readText(path: string): Promise<ReadText> {
  try {
    const target = await followLinks(path);
    const stats = await stat(target).catch((error: unknown) => {
      if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return undefined;
      throw error;
    });
    if (stats === undefined) {
      const none = { text: undefined, revision: undefined, mode: undefined, owner: undefined, locked: undefined };
      return { ok: true, target, ...none };
    }
    if (!stats.isFile()) return { ok: false, why: 'it is no regular file' };
    if (stats.size > MAX_BYTES) return { ok: false, why: `it has ${stats.size} bytes; allowed are ${MAX_BYTES}` };
    const bytes = await readFile(target);
    const text = decode(bytes);
    if (text === undefined) return { ok: false, why: 'it is not UTF-8' };
    const { uid, gid } = stats;
    const mode = stats.mode & 0o7777;
    const locked = await lockOf(target, mode);
    return { ok: true, target, text, revision: revisionOf(bytes), mode, owner: { uid, gid }, locked };
  } catch (error) {
    return { ok: false, why: `it cannot be read: ${errnoWords(error)}` };
  }
}

export const revisionOf = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

/** The bits count for an administrator too, who could write it all the same: somebody has set them. */
async function lockOf(target: string, mode: number): Promise<string | undefined> {
  if ((mode & 0o222) === 0) return 'it is read-only';
  return access(target, constants.W_OK).then(
    () => undefined,
    () => 'you may not write it',
  );
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
