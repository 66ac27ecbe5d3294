import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Creates an empty folder that is removed when the test ends, and returns its real path. Concurrent tests pass their
 * own hook.
 */
export function tempDir(whenFinished: typeof onTestFinished = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-')));
  whenFinished(() => removeFolder(folder));
  return folder;
}

/** Removes a folder. Retries because the ledger's writer outlives the server, and may still create a file there. */
export function removeFolder(folder: string): void {
  for (let left = 20; ; left--) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
      return;
    } catch (error) {
      // Deno's `rm` does not retry.
      if (left === 0 || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    }
  }
}
