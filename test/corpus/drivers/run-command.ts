import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Place, Variables } from '../stage/place.ts';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  /** File to use as standard input, so that all of it is there when the command begins. */
  readonly stdinFile?: string;
  readonly env?: Variables;
  readonly cwd?: string;
  readonly limitMs?: number;
}

/** Runs the command line of the built package to its end. */
export async function runCommand(place: Place, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { stdin = '', stdinFile, env = {}, cwd = place.root, limitMs = 60_000 } = options;
  const input = stdinFile === undefined ? 'pipe' : openSync(stdinFile, 'r');
  const child = spawn(place.stage.node, [`${place.stage.package}/dist/index.js`, ...args], {
    ...{ cwd, env: place.env(env), stdio: [input, 'pipe', 'pipe'], timeout: limitMs, killSignal: 'SIGKILL' },
  });
  // A command that does not read its input may end before all of it is written.
  child.stdin?.on('error', () => {});
  child.stdin?.end(stdin);
  if (typeof input === 'number') closeSync(input);
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), exited]);
  return { code, stdout, stderr };
}

async function textOf(stream: Readable | null): Promise<string> {
  return stream === null ? '' : await text(stream);
}
