import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Door } from '../contract/prune-endpoint.ts';

/** The checkout's folder. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));
/** The Node and Deno that the packages of the tests brought; not Deno's wrapper, which does not pass signals on. */
export const NODE: string = `${ROOT}test/node_modules/node/bin/node`;
export const DENO: string = `${ROOT}test/node_modules/deno/deno`;

/** A worker in a process of its own. */
export interface Started {
  readonly url: string;
  readonly child: ChildProcess;
  readonly door: Door;
  /** All that it wrote so far. */
  log(): string;
  /** Sends SIGTERM and resolves to the exit code, null where a signal ended it. */
  stop(): Promise<number | null>;
}

/** Starts a worker and waits for its `listening` event. */
export async function started(command: string, args: readonly string[], env: Record<string, string>): Promise<Started> {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
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
      // Not child.kill(): Deno then reports the signal it sent instead of the code the child chose.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGTERM');
      return exited;
    },
  };
}
