import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { errnoWords } from '../../paths/errno-words.ts';
import { readText, type TextFile } from './read-text.ts';

export type WrittenText = { readonly ok: true; readonly made: readonly string[] } | NotWritten;
interface NotWritten {
  readonly ok: false;
  readonly why: string;
}

const notWritten = (error: unknown): NotWritten => ({
  ok: false,
  why: `it cannot be written: ${errnoWords(error)}`,
});

/**
 * Puts a text in the place of what `before` read, in one step: a new file beside it, synced and renamed. Mode and owner
 * stay; a new file is its owner's alone. Refused where it has changed since. `made`: folders that were not there.
 */
export async function writeText(before: TextFile, text: string): Promise<WrittenText> {
  const { target, mode, owner } = before;
  const part = partOf(target) + randomBytes(8).toString('hex');
  try {
    const made = await makeFolders(path.dirname(target));
    const handle = await open(part, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      // A configuration that a power loss empties would be lost for good.
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (owner !== undefined && owner.uid !== process.getuid?.())
      await chown(part, owner.uid, owner.gid).catch(() => {});
    if (mode !== undefined) await chmod(part, mode);
    const now = await readText(target);
    if (!now.ok || now.revision !== before.revision) {
      return { ok: false, why: 'it has changed while it was edited; try again' };
    }
    await rename(part, target);
    return { ok: true, made };
  } catch (error) {
    return notWritten(error);
  } finally {
    await rm(part, { force: true }).catch(() => {});
  }
}

/** What the files begin with that a text is written to first. */
const partOf = (target: string): string => path.join(path.dirname(target), `.${path.basename(target)}.mcp-pruner-`);

/** Removes what writing a file has left beside it where it was killed. Only for who holds the lock: no other writes then. */
export async function removeParts({ target }: TextFile): Promise<void> {
  const folder = path.dirname(target);
  const files = (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name));
  const left = files.filter((file) => file.startsWith(partOf(target)));
  await Promise.all(left.map((file) => rm(file, { force: true }).catch(() => {})));
}

/** Removes a file, and those folders that are empty then. */
export async function removeText({ target }: TextFile, folders: readonly string[]): Promise<WrittenText> {
  try {
    await rm(target, { force: true });
  } catch (error) {
    return notWritten(error);
  }
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) await rmdir(folder).catch(() => {});
  return { ok: true, made: [] };
}

async function makeFolders(folder: string): Promise<readonly string[]> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return [];
  const below = path.relative(first, folder).split(path.sep).filter(Boolean);
  return [first, ...below.map((_, at) => path.join(first, ...below.slice(0, at + 1)))];
}
