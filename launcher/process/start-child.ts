import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { runningLeaders } from './running-leaders.ts';

export interface StartedChild {
  readonly ok: true;
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Its exit code, or 128+n after signal n, once it ended; its pipes may still hold output. */
  readonly ended: Promise<number>;
  /** Lets the server's event loop end while the child runs. */
  unref(): void;
}

export type Start = StartedChild | { readonly ok: false; readonly errno: string };

interface StartOrder {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const errnoOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'EIO';
const signalNumber = (signal: NodeJS.Signals | null): number => (signal === null ? 0 : constants.signals[signal]);

/** Starts a child that leads a session and a process group of its own, with nothing on stdin. */
export function startChild({ file, args, cwd, env }: StartOrder): Promise<Start> {
  return new Promise((resolve) => {
    try {
      const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      const { pid, stdout, stderr } = child;
      const ended = new Promise<number>((exited) => {
        child.once('exit', (code, signal) => {
          if (pid !== undefined) runningLeaders.delete(pid);
          exited(code ?? 128 + signalNumber(signal));
        });
      });
      child.once('error', (error) => resolve({ ok: false, errno: errnoOf(error) }));
      if (pid === undefined) return; // 'error' follows.
      runningLeaders.add(pid);
      resolve({ ok: true, pid, stdout, stderr, ended, unref: () => child.unref() });
    } catch (error) {
      // A NUL in an argument, or more of them than the system takes.
      resolve({ ok: false, errno: errnoOf(error) });
    }
  });
}
