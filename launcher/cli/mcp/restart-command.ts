import { rmSync } from 'node:fs';
import { watchOnDisk } from '../../gateway/config/watch-config.ts';
import { requestRestart } from '../../gateway/status/restart-requests.ts';
import type { LauncherStatus, ServerStatus } from '../../gateway/status/server-status.ts';
import { readStatuses, statusFolder } from '../../gateway/status/status-file.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { systemTimers } from '../../platform/timers.ts';
import type { CommandContext, GivenOptions } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';
import { configuredServer } from './configured-server.ts';
import { sayFailure } from './say-failure.ts';

/** Time that a launcher may take beyond the server's own `connectTimeout`, in milliseconds. */
const GRACE_MS = 5000;

interface Outcome {
  readonly pid: number;
  readonly root: string;
  readonly state: ServerStatus['state'] | 'no answer';
  readonly fault?: string | undefined;
}

/**
 * Asks every running launcher to restart a server, and prints the outcome. Exit code 1 if any is not connected
 * afterward.
 */
export async function runRestart(
  context: CommandContext,
  given: GivenOptions,
  [named]: readonly string[],
): Promise<number> {
  const { env, cwd, stdout, stderr, stop } = context;
  const server = await configuredServer(context, given, named);
  if (!server.ok) return sayFailure(context, given, named, server.message);
  const { name, config } = server;
  const home = homeFolder(env, cwd);
  const asked = new Date().toISOString();
  const launchers = readStatuses(home).filter(({ servers }) => servers.some((one) => one.name === name));
  const requests = launchers.map(({ pid }) => requestRestart(home, pid, name));
  const known = (): readonly (Outcome | undefined)[] => {
    const now = readStatuses(home);
    return launchers.map(({ pid, root }) => {
      const one = now.find((launcher) => launcher.pid === pid)?.servers.find((its) => its.name === name);
      const isDone = one !== undefined && (one.state === 'disabled' || (one.since >= asked && isSettled(one)));
      return isDone ? { pid, root, state: one.state, fault: one.fault } : undefined;
    });
  };
  if (launchers.length > 0) {
    await waitUntil(home, () => known().every((one) => one !== undefined), config.connectTimeout + GRACE_MS, stop);
  }
  for (const file of requests) rmSync(file, { force: true });
  const outcomes = known().map((one, i): Outcome => {
    const { pid, root } = launchers[i] as LauncherStatus;
    return one ?? { pid, root, state: 'no answer' };
  });
  if (given['json'] === true) stdout.write(jsonLine({ name, launchers: outcomes }));
  else if (outcomes.length === 0) {
    const next = config.enabled ? '; the next agent starts it' : '';
    stderr.write(`No agent runs ${JSON.stringify(name)} now${next}\n`);
  } else stdout.write(outcomes.map((one) => `${toLine(name, one)}\n`).join(''));
  return outcomes.every(({ state }) => state === 'connected' || state === 'disabled') ? 0 : 1;
}

/** True if the server is neither connecting nor waiting to connect. */
function isSettled({ state, fault }: ServerStatus): boolean {
  return state !== 'connecting' && (state !== 'disconnected' || fault !== undefined);
}

function toLine(name: string, { pid, root, state, fault }: Outcome): string {
  const hint = state === 'connected' || state === 'disabled' ? '' : `; see mcp-pruner mcp logs ${shellWord(name)}`;
  return printable(`${root} (process ${pid}): ${state}${fault === undefined ? '' : `, ${fault}`}${hint}`);
}

/** Resolves when the launchers' status files satisfy `isDone`, after `ms` milliseconds, or when stopped. */
function waitUntil(home: string, isDone: () => boolean, ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unwatch();
      cancel();
      stop.removeEventListener('abort', end);
      resolve();
    };
    const cancel = systemTimers.after(ms, end);
    const unwatch = watchOnDisk(statusFolder(home), () => (isDone() ? end() : undefined));
    stop.addEventListener('abort', end, { once: true });
    if (stop.aborted || isDone()) end();
  });
}
