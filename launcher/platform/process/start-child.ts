import {
  type ChildProcess,
  type ChildProcessByStdio,
  type SpawnOptions,
  type StdioOptions,
  spawn,
} from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { CHANNEL_FD, channelOf } from './channel.ts';
import { deathWatch } from './death-watch.ts';
import { MARKER_VARIABLE } from './process-marker.ts';
import type { ProcessTree } from './process-tree.ts';
import { runningTrees } from './running-trees.ts';
import { windowsProgram } from './windows-program.ts';

/** A command line in the form for `spawn`. */
interface SpawnCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** True if the arguments are already quoted (Windows). */
  readonly verbatim: boolean;
}

/** Characters that `cmd.exe` interprets. */
const META = /[()\][%!^"`<>&|;, *?]/g;

/**
 * Returns how to start a program on Windows. npm's commands are `.cmd` files, which only `cmd.exe` can run and Node
 * refuses to start. Each argument is quoted for the program, then twice for `cmd.exe`, because a shim passes its
 * arguments to a second command line.
 */
export function windowsLaunch(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): SpawnCommand {
  if (!/\.(?:cmd|bat)$/i.test(file)) return { file, args, verbatim: false };
  const caret = (text: string): string => text.replaceAll(META, '^$&');
  const line = [caret(file), ...args.map((arg) => caret(caret(quoted(arg))))].join(' ');
  const shell = env['COMSPEC'] ?? windowsProgram('cmd.exe', env['SYSTEMROOT']);
  return { file: shell, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** Quotes an argument by the rules of Windows programs, where backslashes are special only before a quote. */
function quoted(arg: string): string {
  const inner = arg.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1');
  return `"${inner}"`;
}

export interface StartedChild {
  readonly ok: true;
  readonly pid: number;
  /** Identifies the child and all its descendants. */
  readonly tree: ProcessTree;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves to the exit code, or 128+n after signal n. The pipes may still hold output. */
  readonly ended: Promise<number>;
  /** Lets the event loop exit while the child runs. */
  unref(): void;
}

/** A child whose stdin can be written to. */
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

/** Descriptors from 3 on. The system does not open the ignored ones. */
const CHANNEL: readonly ('ignore' | 'pipe')[] = [...Array<'ignore'>(CHANNEL_FD - 3).fill('ignore'), 'pipe'];

const errnoOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'EIO';
const signalNumber = (signal: NodeJS.Signals | null): number => (signal === null ? 0 : constants.signals[signal]);

/**
 * Starts a child that leads its own session and process group, without stdin. With a channel, Deno may report a program
 * that cannot be started as one that exited with 1. The cause is that it puts the channel on the descriptor on which it
 * expects that error.
 */
export function startChild(
  { file, args, hasChannel = false, ...rest }: StartOrder & { readonly hasChannel?: boolean | undefined },
  platform: NodeJS.Platform = process.platform,
): Promise<Start> {
  const start = platform === 'win32' ? windowsLaunch(file, args, rest.env) : { file, args, verbatim: false };
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', ...(hasChannel && platform === 'linux' ? CHANNEL : [])];
  return launch(
    rest.env,
    (options) =>
      spawn(start.file, start.args, {
        ...options,
        ...rest,
        windowsVerbatimArguments: start.verbatim,
        stdio,
      }) as Started<null>,
  );
}

/** Starts a child in the same way, but with a stdin. */
export function startTalkingChild({ file, args, ...rest }: StartOrder): Promise<TalkingChild | NotStarted> {
  const start = process.platform === 'win32' ? windowsLaunch(file, args, rest.env) : { file, args, verbatim: false };
  return launch(rest.env, (options) =>
    spawn(start.file, start.args, {
      ...options,
      ...rest,
      windowsVerbatimArguments: start.verbatim,
      stdio: ['pipe', 'pipe', 'pipe'],
    }),
  );
}

type Launched<In> = (StartedChild & { readonly stdin: In }) | NotStarted;

type Started<In extends Writable | null> = ChildProcessByStdio<In, Readable, Readable>;

function launch<In extends Writable | null>(
  env: Readonly<Record<string, string>>,
  start: (options: SpawnOptions) => Started<In>,
): Promise<Launched<In>> {
  return new Promise((resolve) => {
    try {
      const watch = deathWatch();
      const child = start({ detached: true, windowsHide: true });
      const { pid, stdin, stdout, stderr } = child;
      let tree: ProcessTree | undefined;
      const ended = new Promise<number>((exited) => {
        child.once('exit', (code, signal) => {
          if (tree !== undefined) {
            runningTrees.delete(tree);
            watch(-1, tree.leader);
          }
          exited(code ?? 128 + signalNumber(signal));
        });
      });
      child.once('error', (error) => resolve({ ok: false, errno: errnoOf(error) }));
      if (pid === undefined) return; // An 'error' event follows.
      tree = { leader: pid, marker: env[MARKER_VARIABLE] ?? '', channel: takeChannel(child, pid) };
      runningTrees.add(tree);
      watch(1, pid);
      resolve({ ok: true, pid, tree, stdin, stdout, stderr, ended, unref: () => child.unref() });
    } catch (error) {
      // An argument contains NUL, or the arguments are too long for the system.
      resolve({ ok: false, errno: errnoOf(error) });
    }
  });
}

/** Returns the name of the child's channel, and closes our end, which is not needed otherwise. */
function takeChannel({ stdio }: ChildProcess, pid: number): string | undefined {
  const own = (stdio as readonly (Readable | Writable | null | undefined)[])[CHANNEL_FD];
  if (own === undefined || own === null) return undefined;
  own.on('error', () => {});
  own.destroy();
  return channelOf(pid);
}
