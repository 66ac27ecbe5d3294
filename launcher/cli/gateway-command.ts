import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { serveShared } from '../gateway/shared/serve-shared.ts';
import { sharedSocket } from '../gateway/shared/shared-socket.ts';
import { createEventLog } from '../platform/event-log.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { keepYoungSmall } from '../platform/process/keep-young-small.ts';
import { homeFolder } from '../platform/settings/config.ts';
import { systemTimers } from '../platform/timers.ts';
import { type CommandContext, type GivenOptions, UsageError } from './command.ts';

const DEFAULT_IDLE_SECONDS = '60';

/**
 * Runs shared servers until no launcher needs them or a signal arrives. Exit code 0, even if another process already
 * runs them.
 */
export async function runGateway(
  { env, cwd, stderr, stop, version }: CommandContext,
  given: GivenOptions,
): Promise<number> {
  keepYoungSmall();
  const home = homeFolder(env, cwd);
  const socket = sharedSocket(home, version, process.platform);
  const idleMs = toSeconds(String(given['idle'] ?? DEFAULT_IDLE_SECONDS)) * 1000;
  if (socket === undefined) {
    stderr.write(
      `mcp-pruner: cannot share servers: the path of a socket in "${home}" is too long, or the system has no sockets\n`,
    );
    return 1;
  }
  makeFolder(path.dirname(socket));
  await chmod(path.dirname(socket), 0o700);
  stderr.on('error', () => {});
  const log = createEventLog({ write: (line) => void stderr.write(line), least: 'info', now: () => new Date() });
  const serving = await serveShared({ socket, log, timers: systemTimers, idleMs });
  if (serving === undefined) {
    log('info', 'gateway.shared_already', {});
    return 0;
  }
  log('info', 'gateway.shared_listening', {});
  await Promise.race([
    serving.idle,
    new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      stop.addEventListener('abort', () => resolve(), { once: true });
    }),
  ]);
  await serving.close();
  return 0;
}

function toSeconds(value: string): number {
  const seconds = Number(value);
  if (/^\d+$/.test(value) && seconds >= 1 && seconds <= 86_400) return seconds;
  throw new UsageError(`cannot use --idle "${value}": expected whole seconds from 1 to 86400`);
}
