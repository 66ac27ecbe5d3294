import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { MARKER_VARIABLE } from '../process/process-marker.ts';
import { type FromLedger, type ToLedger, toLine } from './ledger-messages.ts';

/** What counts and writes, in a process of its own. */
export interface LedgerWriter {
  write(message: ToLedger): void;
  /** Characters that it has not taken yet. */
  waiting(): number;
  /** It ends once it has written what it was given; resolves when it has taken all of it. */
  end(): Promise<void>;
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>;
}

/**
 * Starts the ledger's process. Its group is its own, so that hosts which kill the server's do not lose what the last
 * calls came to; it inherits no environment but the mark of the run that it is of.
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
  // It has failed, and says why.
  child.stdin.on('error', () => {});
  child.unref();
  return {
    write: (message) => void child.stdin.write(toLine(message)),
    waiting: () => child.stdin.writableLength,
    end: () =>
      new Promise((resolve) => {
        // Once it is closed, Node tells of no end.
        if (child.stdin.destroyed) resolve();
        else child.stdin.once('close', resolve).end(resolve);
      }),
    ended,
  };
}
