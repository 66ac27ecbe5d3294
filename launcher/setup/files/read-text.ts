import { access, constants, readFile, stat } from 'node:fs/promises';
import { decodeUtf8 } from '../../../src/artifacts/utf8.ts';
import { followLinks } from '../../gateway/config/write-config-file.ts';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { sha256Hex } from '../../platform/sha256.ts';

/**
 * Max size of a host's file, in bytes. It is this large because Claude Code keeps its entire state beside its servers.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file that belongs to a host or to the user, as read. */
export interface TextFile {
  readonly ok: true;
  /** Path after following links. */
  readonly target: string;
  /** Content, including a byte order mark; undefined if there is no file. */
  readonly text: string | undefined;
  /** Hash of the content, for detecting changes; undefined if there is no file. */
  readonly revision: string | undefined;
  /** Permission bits; undefined if there is no file. */
  readonly mode: number | undefined;
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  /** Reason why the file must not be written; undefined if it may be. */
  readonly locked: string | undefined;
}

export type ReadText = TextFile | { readonly ok: false; readonly why: string };

/** Reads a file for editing. Refuses anything that is not a regular file, is too big, or is not UTF-8. */
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
    if (stats.size > MAX_BYTES) return { ok: false, why: `it has ${stats.size} bytes: expected at most ${MAX_BYTES}` };
    const bytes = await readFile(target);
    const text = decodeUtf8(bytes);
    if (text === undefined) return { ok: false, why: 'it is not UTF-8' };
    const { uid, gid } = stats;
    const mode = stats.mode & 0o7777;
    const locked = await lockOf(target, mode);
    return { ok: true, target, text, revision: sha256Hex(bytes), mode, owner: { uid, gid }, locked };
  } catch (error) {
    return { ok: false, why: `it cannot be read: ${errnoWords(error)}` };
  }
}

/** A file without write permission counts as locked even for root, because somebody set it on purpose. */
async function lockOf(target: string, mode: number): Promise<string | undefined> {
  if ((mode & 0o222) === 0) return 'it is read-only';
  return access(target, constants.W_OK).then(
    () => undefined,
    (error: unknown) => (errnoOf(error) === 'EROFS' ? errnoWords(error) : 'you may not write it'),
  );
}
