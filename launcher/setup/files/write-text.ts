import { randomBytes } from 'node:crypto';
import { chmod, chown, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { replaceFile } from '../../platform/files/replace-file.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { readText, type TextFile } from './read-text.ts';

/** The same mode as other programs use, because these folders belong to the user or to another program. */
const FOLDER_MODE = 0o777;

export type WrittenText = { readonly ok: true; readonly made: readonly string[] } | NotWritten;
interface NotWritten {
  readonly ok: false;
  readonly why: string;
}

const notWritten = (error: unknown): NotWritten => ({ ok: false, why: `it cannot be written: ${errnoWords(error)}` });

/**
 * Replaces the text that `before` read, atomically: writes a new file beside it, syncs and renames it. Mode and owner
 * stay; a new file gets mode 0600. Refuses if the file has changed since it was read. `made` lists the folders that
 * were created.
 */
export async function writeText(before: TextFile, text: string): Promise<WrittenText> {
  const { target, mode, owner } = before;
  try {
    const made = makeFolder(path.dirname(target), FOLDER_MODE);
    const isReplaced = await replaceFile(target, text, {
      part: partOf(target) + randomBytes(8).toString('hex'),
      ...{ isDrawn: true, isSynced: true },
      async beforeRename(part) {
        if (owner !== undefined && owner.uid !== process.getuid?.())
          await chown(part, owner.uid, owner.gid).catch(() => {});
        if (mode !== undefined) await chmod(part, mode);
        const now = await readText(target);
        return now.ok && now.revision === before.revision;
      },
    });
    return isReplaced ? { ok: true, made } : { ok: false, why: 'it has changed while it was edited; try again' };
  } catch (error) {
    return notWritten(error);
  }
}

/** Path prefix of the temporary files that a text is written to first. */
const partOf = (target: string): string => path.join(path.dirname(target), `.${path.basename(target)}.mcp-pruner-`);

/**
 * Removes temporary files of writes that were killed. Call it only while holding the lock, when no other process is
 * writing.
 */
export async function removeParts({ target }: TextFile): Promise<void> {
  const folder = path.dirname(target);
  const files = (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name));
  const left = files.filter((file) => file.startsWith(partOf(target)));
  await Promise.all(left.map((file) => rm(file, { force: true }).catch(() => {})));
}

/** Removes a file. */
export async function removeText({ target }: TextFile): Promise<WrittenText> {
  try {
    await rm(target, { force: true });
  } catch (error) {
    return notWritten(error);
  }
  return { ok: true, made: [] };
}

/** Removes those of the folders that are empty. */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) await rmdir(folder).catch(() => {});
}
