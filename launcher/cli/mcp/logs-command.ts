import { existsSync } from 'node:fs';
import path from 'node:path';
import { watchOnDisk } from '../../gateway/config/watch-config.ts';
import { logFile, readLog, readLogSince } from '../../gateway/logs/log-file.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { printable } from '../printable.ts';
import { configuredServer } from './configured-server.ts';
import { sayFailure } from './say-failure.ts';

const DEFAULT_LINES = 100;
const MAX_LINES = 100_000;

/**
 * Shows a server's stderr and the gateway's events about it, from all launchers. With `--follow`, runs until stopped.
 */
export async function runLogs(
  context: CommandContext,
  given: GivenOptions,
  [name]: readonly string[],
): Promise<number> {
  if (name === undefined) throw new UsageError('cannot show a log: expected the name of a server');
  const { env, cwd, stdout, stderr, stop } = context;
  const lines = toLines(given['lines']);
  const file = logFile(homeFolder(env, cwd), name);
  const server = await configuredServer(context, given, name);
  if (!existsSync(file)) {
    // A server that was removed from the configuration may still have a log.
    if (!server.ok) return sayFailure(context, given, name, server.message);
    stderr.write(`There is no log of ${JSON.stringify(name)}: no agent has used it yet\n`);
  }
  const write = (shown: readonly string[]): void => {
    for (const line of shown) stdout.write(`${printable(line)}\n`);
  };
  const log = readLog(file);
  write(lines === 0 ? [] : log.lines.slice(-lines));
  if (given['follow'] === true) await follow(file, log.bytes, write, stop);
  return 0;
}

function toLines(given: GivenOptions[string]): number {
  if (given === undefined) return DEFAULT_LINES;
  const lines = Number(given);
  if (/^\d+$/.test(String(given)) && lines <= MAX_LINES) return lines;
  throw new UsageError(`cannot use --lines ${JSON.stringify(given)}: expected an integer from 0 to ${MAX_LINES}`);
}

/** Prints new lines as they are written. Resolves when stopped. */
function follow(
  file: string,
  from: number,
  write: (lines: readonly string[]) => void,
  stop: AbortSignal,
): Promise<void> {
  let bytes = from;
  let rest = '';
  const read = (): void => {
    const added = readLogSince(file, bytes);
    bytes = added.bytes;
    const lines = (rest + added.text).split('\n');
    rest = lines.pop() ?? '';
    write(lines);
  };
  const folder = path.dirname(file);
  makeFolder(folder);
  return new Promise((resolve) => {
    // File watchers do not keep the process alive.
    const alive = setInterval(() => {}, 60_000);
    const unwatch = watchOnDisk(folder, read);
    const end = (): void => {
      unwatch();
      clearInterval(alive);
      resolve();
    };
    if (stop.aborted) return end();
    stop.addEventListener('abort', end, { once: true });
    read();
  });
}
