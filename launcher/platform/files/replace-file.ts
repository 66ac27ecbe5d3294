import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';

export interface ReplaceOptions {
  /**
   * Path of the new file before it is renamed. No other process may write there. Default: `file` with the ending
   * `.part`.
   */
  readonly part?: string;
  /** True if `part` is a random name, which must not exist yet. Default: false. */
  readonly isDrawn?: boolean;
  /** True to wait for the disk, because a power loss could otherwise leave the file empty for good. Default: false. */
  readonly isSynced?: boolean;
  /** Called with the path of the written file. Returns false, or throws, to leave `file` unchanged. */
  readonly beforeRename?: (part: string) => Promise<boolean>;
}

/**
 * Replaces a file atomically: writes a new one of mode 0600, and renames it. Resolves to false if `beforeRename` does.
 * Rejects with the system's error. A partly written file is removed.
 */
export async function replaceFile(file: string, text: string, options: ReplaceOptions = {}): Promise<boolean> {
  const { part = `${file}.part`, isSynced = false, beforeRename = async () => true } = options;
  // A random name never exists by chance. If it does, an attacker may have created the file.
  const flags = options.isDrawn === true ? 'wx' : 'w';
  try {
    const handle = await open(part, flags, 0o600);
    try {
      await handle.writeFile(text);
      if (isSynced) await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await beforeRename(part))) {
      await rm(part, { force: true });
      return false;
    }
    await rename(part, file);
    return true;
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

/** Does the same synchronously, for a process that is about to exit. */
export function replaceFileSync(file: string, text: string, part: string = `${file}.part`): void {
  try {
    writeFileSync(part, text, { mode: 0o600 });
    renameSync(part, file);
  } catch (error) {
    try {
      rmSync(part, { force: true });
    } catch {
      // The folder does not exist.
    }
    throw error;
  }
}
