import path from 'node:path';
import { type CapturedStreams, captureStreams } from '../../platform/process/captured-streams.ts';
import {
  commandEnvironment,
  proxyPasswords,
  withoutProxyPasswords,
} from '../../platform/process/command-environment.ts';
import { findExecutable } from '../../platform/process/find-executable.ts';
import { type LiveGroups, liveGroups } from '../../platform/process/live-groups.ts';
import { type ChildEdges, runChild, systemEdges } from '../../platform/process/run-child.ts';
import { spoolOutput } from '../../platform/process/spooled-output.ts';
import { workingDirectory } from '../../platform/process/working-directory.ts';
import type { Timers } from '../../platform/timers.ts';
import { OUTPUT_BYTES, TIMEOUT_MS } from '../common-arguments.ts';
import type { Prunable } from '../prunable.ts';
import type { OutputExtent, ToolContext, ToolOutcome } from '../tool.ts';
import type { BashArguments } from './arguments.ts';
import type { BashErrorCode, BashResult } from './result.ts';
import { type RunQueue, runQueue } from './run-queue.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Matches WSL's bash, which runs in another system with other files. */
const WSL = /[\\/]system32[\\/]bash\.exe$/i;

/** Folders where Git for Windows is installed, for all users or for one. */
const GIT_FOLDERS: readonly (readonly [string, ...string[]])[] = [
  ['PROGRAMFILES'],
  ['PROGRAMW6432'],
  ['LOCALAPPDATA', 'Programs'],
];

/** Returns the absolute path of the `bash` that runs commands. On Windows, falls back to Git's if PATH has none. */
export async function findShell(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  find: typeof findExecutable = findExecutable,
): Promise<string | undefined> {
  if (platform !== 'win32') return await find('bash', env['PATH'], platform);
  // Windows ignores the case of variable names.
  const variable = (name: string): string | undefined =>
    Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
  const onPath = await find('bash', variable('PATH'), platform);
  if (onPath !== undefined && !WSL.test(onPath)) return onPath;
  const folders = GIT_FOLDERS.flatMap(([name, ...inside]) => {
    const folder = variable(name);
    return folder === undefined ? [] : [path.win32.join(folder, ...inside, 'Git', 'bin')];
  });
  return await find('bash', folders.join(';'), platform);
}

/** Returns the error message if there is no bash. */
export function noShell(platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32'
    ? 'cannot find bash: expected bash on PATH, or Git for Windows'
    : 'cannot find bash: expected bash on PATH';
}

/** Variable that passes the required PATH to the shell. It is unset before the command runs. */
const VARIABLE = 'MCP_PRUNER_PATH';

/** `command` keeps a PATH that the profile made read-only from ending the shell before the command runs. */
const assign = (value: string): string => `command export PATH="${value}" 2>/dev/null`;
const EXACTLY = `${assign(`$${VARIABLE}`)};unset ${VARIABLE};`;
const FIRST = `case :$PATH: in *:"$${VARIABLE}":*);;*)${assign(`$${VARIABLE}:$PATH`)};;esac;unset ${VARIABLE};`;

/** Our code before a command. If a shell cannot parse a line, its error message quotes the line with this code. */
const KEPT_PATH_CODE: readonly string[] = [EXACTLY, FIRST];

interface KeptPath {
  /** The command, preceded by code that sets PATH. Both are on one line, so that the command's line numbers stay. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Keeps a login shell's profile from dropping the caller's PATH. Debian's profile overwrites it, which hides virtual
 * environments and an image's tools. If the call sets no PATH, the profile may still add to the server's PATH. It must,
 * if a host was started from a desktop.
 */
export function keepPath(
  command: string,
  path: { readonly given: string | undefined; readonly server: string | undefined },
  platform: NodeJS.Platform = process.platform,
): KeptPath {
  const wanted = path.given ?? path.server;
  // On Windows, paths inside the shell differ from paths outside.
  if (wanted === undefined || platform === 'win32') return { command, env: {} };
  return { command: `${path.given === undefined ? FIRST : EXACTLY}${command}`, env: { [VARIABLE]: wanted } };
}

/** Removes our code from a shell's messages. */
export function withoutKeptPath(said: string): string {
  return KEPT_PATH_CODE.reduce((text, code) => text.replaceAll(code, ''), said);
}

const EVERY_MS = 1000;
const WAITING = 'waiting until fewer commands run';

/** Reports about once a second how long a call has taken, with a message. Returns a function that stops the reports. */
function reportEverySecond(
  report: (progress: number, message: string) => void,
  message: () => string,
  timers: Timers,
): () => void {
  const began = timers.now();
  let cancel = (): void => {};
  const next = (): void => {
    cancel = timers.after(EVERY_MS, () => {
      report(Math.round((timers.now() - began) / 1000), message());
      next();
    });
  };
  next();
  return () => cancel();
}

/** Max bytes of a long output that are stored. */
const STORED_BYTES = 33_554_432;

export interface BashEdges extends ChildEdges {
  /** Tracks each command that exited by itself, because it may have left background processes. */
  readonly live: LiveGroups;
  /** Where a command waits until fewer others run. Default: one queue for the process. */
  readonly queue?: RunQueue;
}

type BashOutcome = ToolOutcome<BashResult, BashErrorCode>;

const failed = (code: BashErrorCode, message: string): BashOutcome => ({ ok: false, error: { code, message } });

/** Runs `bash -lc command`. When aborted, throws the signal's reason after the process tree is dead. */
export async function executeBash(
  args: BashArguments,
  context: ToolContext,
  edges: BashEdges = { ...systemEdges, live: liveGroups },
): Promise<BashOutcome> {
  const directory = await workingDirectory(context.root, args.cwd, context.folder);
  if (!directory.ok) return failed('invalid_cwd', directory.message);
  // Use the server's PATH. A PATH in `env` is for the command, not for finding its shell.
  const file = await findShell(context.env);
  if (file === undefined) return failed('spawn_error', noShell());
  const given = args.env?.['PATH'];
  const { PATH: server } = context.env;
  const kept = keepPath(args.command, { given, server });
  const env = commandEnvironment(context.env, { ...args.env, ...kept.env });

  const max = args.max_output_bytes ?? OUTPUT_BYTES.max;
  const output = captureOutput(max, context);
  let isRunning = false;
  const message = (): string => (isRunning ? `${output.bytes} bytes of output so far` : WAITING);
  const stopReports = reportEverySecond(context.reportProgress, message, edges.timers);
  const order = {
    file,
    args: ['-lc', '--', kept.command], // "--": a command may begin with a dash.
    cwd: directory.path,
    env,
    timeoutMs: args.timeout_ms,
    signal: context.signal,
    onStdout: output.stdout,
    onStderr: output.stderr,
    hasChannel: true,
    onLeft: edges.live.remember,
  };
  const outcome = await (edges.queue ?? runQueue)
    .take(context.signal)
    .then(async (leave) => {
      const began = edges.timers.now();
      isRunning = true;
      const ran = await runChild(order, edges).finally(leave);
      return { ...ran, ms: edges.timers.now() - began };
    })
    .catch(output.abandon)
    .finally(stopReports);
  if (outcome.kind === 'not_started') {
    return failed('spawn_error', `bash could not be started (${outcome.errno})`);
  }

  const { stdout, stderr, truncated, ...extent } = await output.end();
  const streams = { stdout, stderr: withoutKeptPath(stderr) };
  const cut = truncated ? `; its output was cut to ${max} bytes` : '';
  if (outcome.kind !== 'exited') return { ...timedOut(args.timeout_ms, streams, cut), ...extent };
  if (outcome.exitCode !== 0) return { ...exitedWith(outcome.exitCode, streams, cut), ...extent };
  const result: BashResult = {
    tool: 'bash',
    command: args.command,
    cwd: directory.relative,
    ...streams,
    exit_code: 0,
    timed_out: false,
    truncated,
    duration_ms: Math.round(outcome.ms),
  };
  return { ok: true, result, prunable: prunableStream(result), ...extent };
}

/** Captures a command's output. If there is more than `max` bytes, all of it is also stored as an artifact. */
function captureOutput(max: number, { store, env }: ToolContext) {
  const capture = captureStreams(max);
  const secrets = proxyPasswords(env).map((secret) => [secret, '[redacted]'] as const);
  const replaced = [...secrets, ...KEPT_PATH_CODE.map((code) => [code, ''] as const)];
  const spool = store && spoolOutput(store, { held: max, max: STORED_BYTES, replaced });
  const both = (stream: 'stdout' | 'stderr') => (chunk: Uint8Array) => {
    capture[stream](chunk);
    spool?.push(chunk);
  };
  return {
    stdout: both('stdout'),
    stderr: both('stderr'),
    get bytes() {
      return capture.bytes;
    },
    async end(): Promise<Omit<CapturedStreams, 'notes'> & OutputExtent> {
      const { stdout, stderr, truncated, notes } = await capture.streams();
      if (!truncated) spool?.drop();
      const shown = (text: string): string => withoutProxyPasswords(text, env);
      const extent = truncated ? spool?.finish() : undefined;
      return {
        stdout: shown(stdout),
        stderr: shown(stderr),
        truncated,
        ...(notes.length > 0 && { warnings: notes }),
        ...extent,
      };
    },
    abandon(reason: unknown): never {
      spool?.drop();
      throw reason;
    },
  };
}

type Streams = Pick<BashResult, 'stdout' | 'stderr'>;

function timedOut(timeoutMs: number, streams: Streams, cut: string): BashOutcome {
  const message = `the command did not end within ${timeoutMs} ms and was killed; timeout_ms may be ${TIMEOUT_MS.min} to ${TIMEOUT_MS.max}${cut}`;
  return { ok: false, error: { code: 'timeout', message }, streams, timeoutMs };
}

function exitedWith(exitCode: number, streams: Streams, cut: string): BashOutcome {
  const message = `the command ended with exit code ${exitCode}${cut}`;
  return { ok: false, error: { code: 'nonzero_exit', message, exit_code: exitCode }, streams };
}

/** Makes stdout prunable, or stderr if stdout is empty. The pruned text replaces that stream. */
function prunableStream(result: BashResult): Prunable<BashResult> {
  const stream = result.stdout === '' ? 'stderr' : 'stdout';
  return { text: result[stream], apply: (pruned) => ({ ...result, [stream]: pruned }) };
}
