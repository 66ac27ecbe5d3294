import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { findOnPath } from '../find-on-path.ts';

/** A Redis server of its own, without files. */
export interface RedisServer {
  readonly url: string;
  /** Ends it without notice, or starts it again on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Undefined if Redis is not installed. */
export const REDIS: string | undefined = findOnPath('redis-server');

export async function startRedis(...settings: readonly string[]): Promise<RedisServer> {
  const port = await freePort();
  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings];
    const child = spawn(REDIS ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    process.once('exit', () => child.kill('SIGKILL'));
    for await (const text of child.stdout) if (String(text).includes('Ready to accept connections')) break;
    return child;
  };
  let child = await start();
  return {
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
