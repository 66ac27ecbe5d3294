import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { MARKER_VARIABLE } from '../platform/process/process-marker.ts';
import { type FromLedger, type ToLedger, toLine } from './ledger-messages.ts';

/** Process that counts and writes. */
export interface LedgerWriter {
  write(message: ToLedger): void;
  /** Returns the number of characters that the process has not read yet. */
  waiting(): number;
  /** Lets the process exit after the last write. Resolves when it has read everything. */
  end(): Promise<void>;
  /** Resolves when it has exited. */
  readonly ended: Promise<unknown>;
}

/**
 * Starts the ledger's process. It has its own process group, so that the last calls are not lost if a host kills the
 * server's group. It inherits no environment except the marker of its run.
 */
export function startLedgerWriter(heard: (message: FromLedger) => void): LedgerWriter {
  const file = import.meta.url.endsWith('.ts') ? './ledger-process.ts' : './ledger-process.js';
  const { [MARKER_VARIABLE]: run } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: run === undefined ? {} : { [MARKER_VARIABLE]: run },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      heard({ kind: 'failed', message: error.message });
      resolve(undefined);
    });
  });
  createInterface(child.stdout).on('line', (line) => heard(JSON.parse(line) as FromLedger));
  // It has failed, and reports the reason itself.
  child.stdin.on('error', () => {});
  child.unref();
  return {
    write: (message) => void child.stdin.write(toLine(message)),
    waiting: () => child.stdin.writableLength,
    end: () =>
      new Promise((resolve) => {
        // Node emits no event for a stream that is closed already.
        if (child.stdin.destroyed) resolve();
        else child.stdin.once('close', resolve).end(resolve);
      }),
    ended,
  };
}
