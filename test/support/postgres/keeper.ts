import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binaries } from './binaries.ts';

/** PostgreSQL refuses to run as root; this user is on every Linux. */
const NOBODY = 65_534;
/** Nothing here outlives a crash. */
const QUICK = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=32MB'];

/**
 * Runs a PostgreSQL of its own in a temporary folder until its standard input ends, which it does however the process
 * ends that started it. Prints the port once it listens.
 */
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
  {
    ...user,
    stdio: 'ignore',
  },
);
const settings = [...QUICK, 'max_connections=200', `unix_socket_directories=${folder}`].flatMap((one) => ['-c', one]);
const server: ChildProcess = spawn(
  path.join(bin, 'postgres'),
  ['-D', data, '-p', String(port), '-h', '127.0.0.1', ...settings],
  { ...user, stdio: ['ignore', 'ignore', 'pipe'] },
);
let log = '';
server.stderr?.setEncoding('utf8').on('data', (text: string) => {
  if (log.includes('ready to accept')) return;
  log += text;
  if (log.includes('ready to accept')) process.stdout.write(`${port}\n`);
});
server.once('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
process.stdin.resume();
// SIGINT ends it without waiting for its clients.
const stop = (): void => void server.kill('SIGINT');
process.stdin.once('end', stop);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
