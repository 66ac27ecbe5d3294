import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE } from '../../runtime/started.ts';

/** A separate PostgreSQL server for tests. */
export interface PostgresServer {
  /** URL of one of its databases. */
  url(database: string): string;
  /** Id of the process whose descendants are the server. */
  readonly pid: number;
  /** Kills the server, or starts it again on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server, in about two seconds. It ends with this process at the latest. With `durable`, a kill loses no
 * committed data.
 */
export async function startPostgres(durable?: 'durable'): Promise<PostgresServer> {
  const keeper = spawn(NODE, [fileURLToPath(new URL('keeper.ts', import.meta.url)), ...(durable ? [durable] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(keeper, 'exit');
  const listening = once(keeper.stdout, 'data').then(([port]) => Number(String(port)));
  const port = await Promise.race([
    listening,
    ended.then(([code]) => Promise.reject(new Error(`PostgreSQL did not start: its keeper exited with ${code}`))),
  ]);
  // The child must not keep this process alive.
  keeper.unref();
  const pipes = [keeper.stdin, keeper.stdout] as unknown as readonly { ref?(): void; unref?(): void }[];
  for (const pipe of pipes) pipe.unref?.();
  const tell = async (command: string): Promise<void> => {
    const done = once(keeper.stdout, 'data');
    keeper.stdin.write(`${command}\n`);
    pipes[1]?.ref?.();
    await done;
    pipes[1]?.unref?.();
  };
  return {
    pid: keeper.pid ?? 0,
    kill: () => tell('kill'),
    start: () => tell('start'),
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      keeper.ref();
      keeper.stdin.end();
      await ended;
    },
  };
}

let shared: Promise<PostgresServer> | undefined;

/** The server that all tests of this process share. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= startPostgres();
  return shared;
}
