import { spawn } from 'node:child_process';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { serverEnvironment } from '../../platform/process/child-environment.ts';
import type { Timers } from '../../platform/timers.ts';
import { isAnswered } from './serve-shared.ts';

/** Max time for the process to listen, and poll interval, in milliseconds. */
const START_MS = 5000;
const LOOK_MS = 20;

export interface StartGatewayOptions {
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  readonly socket: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timers: Timers;
}

/**
 * Starts the process that runs shared servers, and resolves when it is listening. It belongs to no launcher, and exits
 * by itself when none has needed it for a while. Rejects if it does not listen in time.
 */
export async function startGateway({ home, socket, env, timers }: StartGatewayOptions): Promise<void> {
  makeFolder(path.dirname(socket));
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1, 2), 'gateway'], {
    env: { ...serverEnvironment(env), MCP_PRUNER_HOME: home },
    cwd: home,
    stdio: 'ignore',
    detached: true,
    windowsHide: true,
  });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  child.unref();
  await Promise.race([failed, listening(socket, timers)]);
}

async function listening(socket: string, timers: Timers): Promise<void> {
  const until = timers.now() + START_MS;
  while (timers.now() < until) {
    if (await isAnswered(socket)) return;
    await new Promise<void>((resolve) => void timers.after(LOOK_MS, resolve));
  }
  throw new Error(`the process that runs shared servers does not listen after ${START_MS} ms`);
}
