import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder (its real path), gone when the test ends; tests that run side by side give their own hook. */
export function tempDir(whenFinished: typeof onTestFinished = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-')));
  whenFinished(() => removeFolder(folder));
  return folder;
}

/** Removes a folder. The ledger's writer outlives the server, and may put a file there meanwhile. */
export function removeFolder(folder: string): void {
  for (let left = 20; ; left--) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
      return;
    } catch (error) {
      // Deno does not retry by itself.
      if (left === 0 || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    }
  }
}
