import { randomBytes } from 'node:crypto';
import { readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { replaceFile } from '../../platform/files/replace-file.ts';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { type ConfigFault, type ConfigText, readConfigFile } from './read-config-file.ts';

/** Max links to follow to a file that does not exist yet. */
const MAX_LINKS = 40;

/**
 * Writes a configuration atomically: to a new file of mode 0600 in the same folder, synced and renamed. Links are kept
 * and their target is written, because dotfile managers link to the real file. Refused as `changed` if the file differs
 * from `before`. A write by someone else between that check and the rename would still be lost.
 */
export async function writeConfigFile(before: ConfigText, text: string): Promise<{ readonly ok: true } | ConfigFault> {
  const shown = JSON.stringify(before.path);
  let refused: ConfigFault | undefined;
  try {
    const target = await followLinks(before.path, MAX_LINKS);
    makeFolder(path.dirname(target));
    await replaceFile(target, text, {
      part: path.join(path.dirname(target), `.${path.basename(target)}.${randomBytes(8).toString('hex')}`),
      ...{ isDrawn: true, isSynced: true },
      async beforeRename() {
        refused = await faultSince(before);
        return refused === undefined;
      },
    });
    return refused ?? { ok: true };
  } catch (error) {
    return { ok: false, reason: 'unwritable', message: `cannot write ${shown}: ${errnoWords(error)}` };
  }
}

/**
 * Returns why a file must not be replaced: it cannot be read, or it has changed since `before`. Undefined if it may be
 * replaced.
 */
async function faultSince(before: ConfigText): Promise<ConfigFault | undefined> {
  const now = await readConfigFile(before.path);
  if (!now.ok) return now;
  if (now.revision === before.revision) return undefined;
  const message = `cannot write ${JSON.stringify(before.path)}: it has changed since it was read; try again`;
  return { ok: false, reason: 'changed', message };
}

/** Returns the file that a path leads to, even if it does not exist yet. */
export async function followLinks(file: string, max: number = MAX_LINKS): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || max === 0) throw error;
  }
  const to = await readlink(file).catch(() => undefined);
  return to === undefined ? file : followLinks(path.resolve(path.dirname(file), to), max - 1);
}
