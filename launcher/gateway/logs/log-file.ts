import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { sha256Hex } from '../../platform/sha256.ts';

/** Size at which a log is rotated, in bytes. One older file is kept. */
export const MAX_LOG_BYTES: number = 512 * 1024;

/** Returns the file to which all launchers write one server's output and events, readable by its owner only. */
export function logFile(home: string, server: string): string {
  const hash = sha256Hex(server, 32);
  return path.join(home, 'logs', `${/^[\w-][\w.-]{0,99}$/.test(server) ? server : hash}.log`);
}

/** Appends complete lines. Never throws, because a full or read-only disk must not affect the server. */
export function appendLog(file: string, text: string): void {
  try {
    makeFolder(path.dirname(file));
    const size = sizeOf(file);
    if (size > 0 && size + Buffer.byteLength(text) > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
    appendFileSync(file, text, { mode: 0o600 });
  } catch {
    // `mcp logs` shows what could be written.
  }
}

/** Returns the stored lines of a log, oldest first, and the size of the current file in bytes. */
export function readLog(file: string): { readonly lines: readonly string[]; readonly bytes: number } {
  const now = contentOf(file);
  const lines = Buffer.concat([contentOf(`${file}.1`), now])
    .toString('utf8')
    .split('\n');
  return { lines: lines.slice(0, -1), bytes: now.length };
}

/** Returns the text added to a log since it had `bytes` bytes; the whole log if it was rotated in the meantime. */
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

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
