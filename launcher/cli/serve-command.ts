import path from 'node:path';
import { gatherLines } from '../../src/base/events/gathered-lines.ts';
import { startNodeWorker } from '../../worker/node.ts';
import { errnoWords } from '../platform/paths/errno-words.ts';
import { homeFolder } from '../platform/settings/config.ts';
import type { CommandContext, GivenOptions } from './command.ts';
import { toPort } from './to-port.ts';

/** Exported for `migrate` and `backup`: only this module of the launcher may import the worker. */
export { backupBucket, moveWorker, updateWorker } from '../../worker/node.ts';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = '8000';

/** Runs the worker until a signal arrives, then exits with 0. */
export async function runServe(
  { env, cwd, stdout, stderr, stop }: CommandContext,
  given: GivenOptions,
): Promise<number> {
  const host = String(given['host'] ?? DEFAULT_HOST);
  const port = toPort('--port', String(given['port'] ?? DEFAULT_PORT));
  const dataDir = path.resolve(cwd, String(given['data'] ?? path.join(homeFolder(env, cwd), 'worker')));
  // The reader of the log may exit first, or its disk may be full. Neither may end the worker.
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
  const lines = gatherLines((text) => stderr.write(text));
  const log = (event: object): void => lines.write(`${JSON.stringify({ ts: new Date().toISOString(), ...event })}\n`);
  // Also flush if an error ends the process.
  process.once('exit', lines.flush);
  let worker: Awaited<ReturnType<typeof startNodeWorker>>;
  try {
    const acceptsDamage = given['accept-damage'] === true;
    worker = await startNodeWorker({ host, port, dataDir, env, log, stop, acceptsDamage });
  } catch (error) {
    const data = env['PRUNER_DATABASE_URL'] ? '' : ` with data in "${dataDir}"`;
    const where = `${host} port ${port}${data}`;
    stderr.write(`mcp-pruner: cannot serve on ${where}: ${errnoWords(error)}\n`);
    return 1;
  }
  stdout.write(`${worker.url}/prune\n`);
  // Print the dashboard only on a terminal, because programs expect only the URL.
  if (stdout.isTTY) stdout.write(`Dashboard: ${worker.url}/dashboard\n`);
  await new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  await worker.close();
  lines.flush();
  return 0;
}
