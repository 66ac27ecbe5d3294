import { readFile, stat } from 'node:fs/promises';
import { decodeUtf8 } from '../../../src/artifacts/utf8.ts';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { sha256Hex } from '../../platform/sha256.ts';

/** Max size of a configuration, in bytes. A thousand servers take about a tenth of it. */
export const MAX_CONFIG_BYTES: number = 1024 * 1024;

/** A file's text as read, including a byte order mark. */
export interface ConfigText {
  readonly ok: true;
  readonly path: string;
  /** Undefined if there is no file. */
  readonly text: string | undefined;
  /** Changes whenever the file's content does. */
  readonly revision: string;
  /** Permission bits; 0 if there is no file. */
  readonly mode: number;
}

export interface ConfigFault {
  readonly ok: false;
  readonly reason:
    | 'unreadable'
    | 'too_large'
    | 'not_utf8'
    | 'syntax'
    | 'shape'
    | 'invalid'
    | 'exists'
    | 'missing'
    | 'changed'
    | 'unwritable';
  readonly message: string;
}

const MISSING = 'missing';

/** Reads a configuration's text. A missing file counts as an empty configuration. */
export async function readConfigFile(path: string): Promise<ConfigText | ConfigFault> {
  const shown = JSON.stringify(path);
  try {
    const stats = await stat(path);
    if (!stats.isFile())
      return { ok: false, reason: 'unreadable', message: `cannot read ${shown}: expected a regular file` };
    if (stats.size > MAX_CONFIG_BYTES) return tooLarge(shown, stats.size);
    const bytes = await readFile(path);
    if (bytes.length > MAX_CONFIG_BYTES) return tooLarge(shown, bytes.length);
    const text = decodeUtf8(bytes);
    if (text === undefined) return { ok: false, reason: 'not_utf8', message: `cannot read ${shown}: expected UTF-8` };
    return { ok: true, path, text, revision: sha256Hex(bytes), mode: stats.mode & 0o777 };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR')
      return { ok: true, path, text: undefined, revision: MISSING, mode: 0 };
    return { ok: false, reason: 'unreadable', message: `cannot read ${shown}: ${errnoWords(error)}` };
  }
}

function tooLarge(shown: string, bytes: number): ConfigFault {
  const message = `cannot read ${shown}: expected at most ${MAX_CONFIG_BYTES} bytes, got ${bytes}`;
  return { ok: false, reason: 'too_large', message };
}
