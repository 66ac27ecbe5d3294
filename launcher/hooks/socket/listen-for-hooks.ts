import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { writeJson } from '../../../src/json/json-number.ts';
import { pidSpace } from '../../process/pid-space.ts';
import { createLineReader } from '../../stdio/line-reader.ts';
import { isHookHost } from '../hook-hosts.ts';
import {
  type HookRequest,
  type HookServer,
  hookFolder,
  isSocketPath,
  MAX_HOOK_BYTES,
  MAX_SOCKET_PATH,
  NAME_CHARS,
  socketOf,
} from './hook-server.ts';
import { sweepSockets } from './sweep-sockets.ts';

export interface ListenOptions extends Pick<HookServer, 'client' | 'root' | 'minChars' | 'timeoutMs'> {
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  /** Resolves to the host's answer; undefined: the result passes. */
  readonly answer: (request: Pick<HookRequest, 'host' | 'input'>) => Promise<object | undefined>;
  readonly platform?: NodeJS.Platform;
  readonly write?: typeof writeFile;
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
  const { home, client, root, minChars, timeoutMs, platform = process.platform, write = writeFile } = options;
  const folder = hookFolder(home);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await sweepSockets(folder);
  const { pid, ppid: parent } = process;
  // Older versions take what begins with a digit for a process number.
  const name = `s${randomBytes(NAME_CHARS).toString('hex')}`.slice(0, NAME_CHARS);
  const file = path.join(folder, name);
  const token = randomUUID();
  const socket = socketOf(home, name, token, platform);
  if (!isSocketPath(socket, platform)) {
    throw new Error(`cannot listen on "${socket}": allowed are ${MAX_SOCKET_PATH} bytes`);
  }
  const described: HookServer = { pid, parent, space: pidSpace(), client, root, minChars, timeoutMs, socket, token };
  const open = new Set<Socket>();
  const server = createServer((connection) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
    serve(connection, token, options.answer);
  });
  await listening(server, socket);
  // Hooks that come while we end are not waited for.
  server.unref();
  const files = [`${file}.json`, `${file}.part`, ...(platform === 'win32' ? [] : [socket])];
  const close = async (): Promise<void> => {
    await Promise.all(files.map((file) => rm(file, { force: true }).catch(() => {})));
    for (const connection of open) connection.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  try {
    await write(`${file}.part`, JSON.stringify(described), { mode: 0o600 });
    await rename(`${file}.part`, `${file}.json`);
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
