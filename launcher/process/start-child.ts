import { type ChildProcessByStdio, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
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

/** A child that is written to. */
export interface TalkingChild extends StartedChild {
  readonly stdin: Writable;
}

interface NotStarted {
  readonly ok: false;
  readonly errno: string;
}

export type Start = StartedChild | NotStarted;

interface StartOrder {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const errnoOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'EIO';
const signalNumber = (signal: NodeJS.Signals | null): number => (signal === null ? 0 : constants.signals[signal]);

/** Starts a child that leads a session and a process group of its own, with nothing on stdin. */
export function startChild({ file, args, ...rest }: StartOrder): Promise<Start> {
  return launch((options) => spawn(file, args, { ...options, ...rest, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** The same with a stdin, which ends when its other side does. */
export function startTalkingChild({ file, args, ...rest }: StartOrder): Promise<TalkingChild | NotStarted> {
  return launch((options) => spawn(file, args, { ...options, ...rest, stdio: ['pipe', 'pipe', 'pipe'] }));
}

type Launched<In> = (StartedChild & { readonly stdin: In }) | NotStarted;

function launch<In extends Writable | null>(
  start: (options: SpawnOptions) => ChildProcessByStdio<In, Readable, Readable>,
): Promise<Launched<In>> {
  return new Promise((resolve) => {
    try {
      const child = start({ detached: true });
      const { pid, stdin, stdout, stderr } = child;
      const ended = new Promise<number>((exited) => {
        child.once('exit', (code, signal) => {
          if (pid !== undefined) runningLeaders.delete(pid);
          exited(code ?? 128 + signalNumber(signal));
        });
      });
      child.once('error', (error) => resolve({ ok: false, errno: errnoOf(error) }));
      if (pid === undefined) return; // 'error' follows.
      runningLeaders.add(pid);
      resolve({ ok: true, pid, stdin, stdout, stderr, ended, unref: () => child.unref() });
    } catch (error) {
      // A NUL in an argument, or more of them than the system takes.
      resolve({ ok: false, errno: errnoOf(error) });
    }
  });
}
