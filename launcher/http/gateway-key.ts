import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '../artifacts/file-fault.ts';
import { isBearerKey } from '../config/bearer-key.ts';
import { ConfigError } from '../config/config.ts';
import { withLock } from '../gateway/with-lock.ts';
import type { Timers } from '../process/timers.ts';

/** The key of this machine's gateway, in MCP_PRUNER_HOME. */
export const KEY_FILE = 'gateway-key';

/** Reads the key, or makes it. Throws `ConfigError` for a file that others may read, that holds no key, or that cannot be had. */
export async function gatewayKey(
  home: string,
  timers: Timers,
): Promise<{ readonly key: string; readonly file: string }> {
  const file = path.join(home, KEY_FILE);
  const refused = (why: string): ConfigError => new ConfigError(`cannot use the key in "${file}": ${why}`);
  const made = `${randomBytes(32).toString('base64url')}\n`;
  try {
    await mkdir(home, { recursive: true, mode: 0o700 });
    // Of two that start at once, one would read what the other has not written yet.
    await withLock(`${file}.lock`, timers, () => writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch(unlessThere));
    const [{ mode }, text] = await Promise.all([stat(file), readFile(file, 'utf8')]);
    const key = text.trim();
    const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
    if (isOpen) throw refused('others may read it: remove it, and a new one is made');
    if (!isBearerKey(key)) throw refused('it is none: remove it, and a new one is made');
    return { key, file };
  } catch (error) {
    throw error instanceof ConfigError ? error : refused(errnoOf(error) ?? String(error));
  }
}

function unlessThere(error: unknown): void {
  if (errnoOf(error) !== 'EEXIST') throw error;
}
