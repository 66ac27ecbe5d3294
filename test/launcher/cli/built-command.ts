import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { built } from '../../runtime/built.ts';
import { NODE } from '../../runtime/started.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** Starts the built command line, with HOME in its folder. */
export function start(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(NODE, [built('bin'), ...args], { cwd, env: { PATH: process.env['PATH'], HOME: cwd, ...env } });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

interface Surroundings {
  readonly cwd?: string;
  /** The whole standard input. */
  readonly input?: string | Buffer;
  readonly env?: Record<string, string>;
}

export interface Ran {
  /** Null if a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command to its end. */
export async function run(
  args: readonly string[],
  { cwd = tempDir(), input = '', env = {} }: Surroundings = {},
): Promise<Ran> {
  const child = start(args, cwd, env);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}
