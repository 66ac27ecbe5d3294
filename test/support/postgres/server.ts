import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE } from '../../runtime/started.ts';

/** A PostgreSQL server of its own. */
export interface PostgresServer {
  /** URL of one of its databases. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** Starts one, in about two seconds. It ends with this process at the latest. */
export async function startPostgres(): Promise<PostgresServer> {
  const keeper = spawn(NODE, [fileURLToPath(new URL('keeper.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(keeper, 'exit');
  const listening = once(keeper.stdout, 'data').then(([port]) => Number(String(port)));
  const port = await Promise.race([
    listening,
    ended.then(([code]) => Promise.reject(new Error(`PostgreSQL did not start: its keeper exited with ${code}`))),
  ]);
  // It does not keep this process alive.
  keeper.unref();
  (keeper.stdin as unknown as { unref?(): void }).unref?.();
  (keeper.stdout as unknown as { unref?(): void }).unref?.();
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      keeper.ref();
      keeper.stdin.end();
      await ended;
    },
  };
}

let shared: Promise<PostgresServer> | undefined;

/** The server that tests of this process share. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= startPostgres();
  return shared;
}
