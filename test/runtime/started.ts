import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Door } from '../contract/prune-endpoint.ts';

/** The checkout's folder. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));
/** Node and Deno from the tests' packages. Deno's wrapper is not used, because it does not pass signals on. */
export const NODE: string = `${ROOT}test/node_modules/node/bin/node`;
export const DENO: string = `${ROOT}test/node_modules/deno/deno`;

/** A worker in a separate process. */
export interface Started {
  readonly url: string;
  readonly child: ChildProcess;
  readonly door: Door;
  /** Its output so far. */
  log(): string;
  /** Sends SIGTERM and resolves to the exit code, or null if a signal ended the process. */
  stop(): Promise<number | null>;
}

/** Starts a worker and waits for its `listening` event. */
export async function started(command: string, args: readonly string[], env: Record<string, string>): Promise<Started> {
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  let log = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        log += chunk;
        const found = /"event":"listening","url":"([^"]+)"/.exec(log)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    void exited.then((code) => reject(new Error(`${command} exited with ${code} before it listened:\n${log}`)));
  });
  return {
    url,
    child,
    door: (path, init) => fetch(url + path, init),
    log: () => log,
    stop: () => {
      // With child.kill(), Deno reports the signal that it sent instead of the child's exit code.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGTERM');
      return exited;
    },
  };
}
