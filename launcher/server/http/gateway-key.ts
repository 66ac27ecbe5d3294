import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { withLock } from '../../platform/files/with-lock.ts';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { isBearerKey } from '../../platform/settings/bearer-key.ts';
import { ConfigError } from '../../platform/settings/config.ts';
import type { Timers } from '../../platform/timers.ts';

/** File of this machine's gateway key, in MCP_PRUNER_HOME. */
export const KEY_FILE = 'gateway-key';

/** Reads or creates the key. Throws `ConfigError` for a file that others may read, holds no key, or cannot be used. */
export async function gatewayKey(
  home: string,
  timers: Timers,
): Promise<{ readonly key: string; readonly file: string }> {
  const file = path.join(home, KEY_FILE);
  const refused = (why: string): ConfigError => new ConfigError(`cannot use the key in "${file}": ${why}`);
  const made = `${randomBytes(32).toString('base64url')}\n`;
  try {
    makeFolder(home);
    // If two start at once, one could read the file before the other has written it.
    await withLock(`${file}.lock`, timers, () => writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch(unlessThere));
    const [{ mode }, text] = await Promise.all([stat(file), readFile(file, 'utf8')]);
    const key = text.trim();
    const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
    if (isOpen) throw refused('others may read it: remove it, and a new one is made');
    if (!isBearerKey(key)) throw refused('it is none: remove it, and a new one is made');
    return { key, file };
  } catch (error) {
    throw error instanceof ConfigError ? error : refused(errnoWords(error));
  }
}

function unlessThere(error: unknown): void {
  if (errnoOf(error) !== 'EEXIST') throw error;
}
