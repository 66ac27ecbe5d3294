import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { writeJson } from '../../../src/json/json-number.ts';
import { isAlive } from '../../process/is-alive.ts';
import { createLineReader } from '../../stdio/line-reader.ts';
import { isHookHost } from '../hook-hosts.ts';
import {
  type HookRequest,
  type HookServer,
  hookFolder,
  isSocketPath,
  MAX_HOOK_BYTES,
  MAX_SOCKET_PATH,
  socketOf,
} from './hook-server.ts';

export interface ListenOptions extends Pick<HookServer, 'client' | 'root' | 'minChars' | 'timeoutMs'> {
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  /** Resolves to the host's answer; undefined: the result passes. */
  readonly answer: (request: Pick<HookRequest, 'host' | 'input'>) => Promise<object | undefined>;
  readonly platform?: NodeJS.Platform;
}

export interface HookListener {
  readonly server: HookServer;
  /** Removes the socket. */
  close(): Promise<void>;
}

/**
 * Listens for hooks that are processes, or plugins: a line of JSON each, answered by a line. Only this user reaches it.
 * Rejects if there is no place for a socket.
 */
export async function listenForHooks(options: ListenOptions): Promise<HookListener> {
  const { home, client, root, minChars, timeoutMs, platform = process.platform } = options;
  const folder = hookFolder(home);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await sweep(folder);
  const { pid, ppid: parent } = process;
  const name = path.join(folder, String(pid));
  const token = randomUUID();
  const socket = socketOf(home, pid, token, platform);
  if (!isSocketPath(socket, platform)) {
    throw new Error(`cannot listen on "${socket}": allowed are ${MAX_SOCKET_PATH} bytes`);
  }
  const described: HookServer = { pid, parent, client, root, minChars, timeoutMs, socket, token };
  const open = new Set<Socket>();
  const server = createServer((connection) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
    serve(connection, token, options.answer);
  });
  await listening(server, socket);
  // Hooks that come while we end are not waited for.
  server.unref();
  const files = [`${name}.json`, `${name}.part`, ...(platform === 'win32' ? [] : [socket])];
  const close = async (): Promise<void> => {
    await Promise.all(files.map((file) => rm(file, { force: true }).catch(() => {})));
    for (const connection of open) connection.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  try {
    await writeFile(`${name}.part`, JSON.stringify(described), { mode: 0o600 });
    await rename(`${name}.part`, `${name}.json`);
  } catch (error) {
    // Nobody would find the socket: the disk may be full.
    await close();
    throw error;
  }
  return { server: described, close };
}

function listening(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, () => {
      server.removeListener('error', reject);
      server.on('error', () => {});
      resolve();
    });
  });
}

/** Answers one connection; what is no hook of ours closes it. */
function serve(connection: Socket, token: string, answer: ListenOptions['answer']): void {
  const reader = createLineReader((line) => {
    const request = line === undefined ? undefined : toRequest(line, token);
    if (request === undefined) {
      connection.destroy();
      return;
    }
    answer(request).then(
      (given) => connection.end(`${writeJson(given ?? null)}\n`),
      () => connection.destroy(),
    );
  }, MAX_HOOK_BYTES);
  // A host that kills its hook closes it at any time.
  connection.on('error', () => connection.destroy());
  connection.on('data', (chunk: Buffer) => reader.push(chunk));
}

function toRequest(line: string, token: string): HookRequest | undefined {
  try {
    const request = JSON.parse(line) as HookRequest | null;
    return request?.token === token && isHookHost(request.host) ? request : undefined;
  } catch {
    return undefined;
  }
}

/** Removes what servers that were killed have left. What cannot be removed keeps nobody from listening. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder);
  const gone = names.filter((name) => {
    const pid = Number.parseInt(name, 10);
    // An earlier process may have had our own number.
    return /^\d+\.(?:sock|json|part)$/.test(name) && (pid === process.pid || !isAlive(pid));
  });
  await Promise.all(gone.map((name) => rm(path.join(folder, name), { force: true }).catch(() => {})));
}
