import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE } from '../../runtime/started.ts';

/** An S3 server with the bucket `texts`. */
export interface S3Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** The key that the server accepts: `ID:SECRET`. */
export const S3_KEY = 'S3RVER:S3RVER';

/** Starts a server. It ends with this process at the latest. */
export async function startS3(): Promise<S3Server> {
  const keeper = spawn(NODE, [fileURLToPath(new URL('keeper.mjs', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(keeper, 'exit');
  const listening = once(keeper.stdout, 'data').then(([port]) => Number(String(port)));
  const port = await Promise.race([
    listening,
    ended.then(([code]) => Promise.reject(new Error(`the S3 server exited with ${code}`))),
  ]);
  return {
    url: `http://127.0.0.1:${port}/texts`,
    async stop() {
      keeper.stdin.end();
      await ended;
    },
  };
}
