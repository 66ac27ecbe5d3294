import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithProcess } from '../end-with-process.ts';
import { findOnPath } from '../find-on-path.ts';
import { freePort } from '../ports.ts';

/** A separate Redis server for tests, without files. */
export interface RedisServer {
  readonly url: string;
  /** Id of the server's present process. */
  pid(): number;
  /** Kills the server, or starts it again on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Path of the program; undefined if Redis is not installed. */
export const REDIS: string | undefined = findOnPath('redis-server');

export async function startRedis(...settings: readonly string[]): Promise<RedisServer> {
  const port = await freePort();
  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings];
    const child = spawn(REDIS ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    endWithProcess(child);
    for await (const text of child.stdout) if (String(text).includes('Ready to accept connections')) break;
    return child;
  };
  let child = await start();
  return {
    pid: () => child.pid ?? 0,
    url: `redis://127.0.0.1:${port}/0`,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async start() {
      child = await start();
    },
  };
}
