import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder (its real path), gone when the test ends; tests that run side by side give their own hook. */
export function tempDir(whenFinished: typeof onTestFinished = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-')));
  // The ledger's writer outlives the server, and may still put a file there.
  whenFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return folder;
}
