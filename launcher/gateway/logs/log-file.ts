import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

/** Bytes from which a log is put aside; as much again stays of the one before. */
export const MAX_LOG_BYTES: number = 512 * 1024;

/** Where all launchers write down what one server printed and what became of it, for their owner alone. */
export function logFile(home: string, server: string): string {
  const hash = createHash('sha256').update(server).digest('hex').slice(0, 32);
  return path.join(home, 'logs', `${/^[\w-][\w.-]{0,99}$/.test(server) ? server : hash}.log`);
}

/** Adds whole lines. Throws nothing: a full or read-only disk ends no server. */
export function appendLog(file: string, text: string): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const size = sizeOf(file);
    if (size > 0 && size + Buffer.byteLength(text) > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
    appendFileSync(file, text, { mode: 0o600 });
  } catch {
    // `mcp logs` shows what there is.
  }
}

/** The lines that are kept of a log, the oldest first, and how many bytes of the newer file they are. */
export function readLog(file: string): { readonly lines: readonly string[]; readonly bytes: number } {
  const now = contentOf(file);
  const lines = Buffer.concat([contentOf(`${file}.1`), now])
    .toString('utf8')
    .split('\n');
  return { lines: lines.slice(0, -1), bytes: now.length };
}

/** What a log was added to since it had so many bytes; all of it if it was put aside meanwhile. */
export function readLogSince(file: string, bytes: number): { readonly text: string; readonly bytes: number } {
  const now = contentOf(file);
  return { text: now.subarray(now.length < bytes ? 0 : bytes).toString('utf8'), bytes: now.length };
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
