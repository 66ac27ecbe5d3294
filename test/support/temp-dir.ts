import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder (its real path), gone when the test ends. */
export function tempDir(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
