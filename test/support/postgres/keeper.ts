import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../ports.ts';
import { binaries } from './binaries.ts';

/** PostgreSQL refuses to run as root; this user is on every Linux. */
const NOBODY = 65_534;
/** Fast settings that may lose data if the server is killed. */
const QUICK = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=32MB'];

/**
 * Runs its own PostgreSQL in a temporary folder until standard input ends, which it does no matter how the parent
 * process ends. Prints the port each time the server is ready. The line `kill` on standard input kills the server and
 * prints a line; the line `start` starts it again. With the argument `durable`, committed data survives a kill.
 */
const isDurable = process.argv[2] === 'durable';
const folder = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-postgres-'));
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
if (isRoot) chownSync(folder, NOBODY, NOBODY);
const port = await freePort();
const data = path.join(folder, 'data');
const bin = binaries() ?? '';
execFileSync(
  path.join(bin, 'initdb'),
  ['-D', data, '-U', 'postgres', '--auth=trust', '-N', '-E', 'UTF8', '--locale=C'],
  { ...user, stdio: 'ignore' },
);
const settings = [...(isDurable ? [] : QUICK), 'max_connections=200', `unix_socket_directories=${folder}`];
let server = start();
let isKilled = false;
createInterface({ input: process.stdin })
  .on('line', (line) => {
    isKilled = line === 'kill';
    if (!isKilled) server = start();
    // All processes of the server end at once, as after a crash.
    else server.kill('SIGQUIT');
  })
  .once('close', stop);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);

function start(): ChildProcess {
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap((one) => ['-c', one])];
  const child = spawn(path.join(bin, 'postgres'), args, { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (log.includes('ready to accept')) return;
    log += text;
    if (log.includes('ready to accept')) process.stdout.write(`${port}\n`);
  });
  child.once('exit', (code) => {
    if (isKilled) process.stdout.write('killed\n');
    else end(code ?? 1);
  });
  return child;
}

function stop(): void {
  if (isKilled) end(0);
  // On SIGINT the server ends without waiting for its clients.
  else server.kill('SIGINT');
}

function end(code: number): void {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}
