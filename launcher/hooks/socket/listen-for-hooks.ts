import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { writeJson } from '../../../src/base/json/json-number.ts';
import {
  type HookRequest,
  type HookServer,
  hookFolder,
  isSocketPath,
  MAX_HOOK_BYTES,
  MAX_SOCKET_PATH,
  NAME_CHARS,
  socketOf,
} from '../../hosts/hook-client/hook-server.ts';
import { isHookHost } from '../../hosts/hosts.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { createLineReader } from '../../platform/lines/line-reader.ts';
import { pidSpace } from '../../platform/process/pid-space.ts';

/** Matches files of a server: `NAME.sock`, `NAME.json` and `NAME.part`. */
const OURS = /^([\w-]+)\.(?:sock|json|part)$/;
/** Errors that prove that no server is listening. ENOTSOCK is macOS's error for a plain file. */
const DEAD = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);

/**
 * Removes files left behind by killed servers. Only a refused connection proves that a server is dead, because pids of
 * other containers are unknown here. Files that cannot be removed do not prevent listening.
 */
async function sweepSockets(folder: string): Promise<void> {
  const names = await readdir(folder);
  const servers = new Set(names.flatMap((name) => OURS.exec(name)?.[1] ?? []));
  await Promise.all(Array.from(servers, (server) => sweepOne(path.join(folder, server), names, server)));
}

async function sweepOne(file: string, names: readonly string[], server: string): Promise<void> {
  if (await isListening(await socketIn(file))) return;
  const gone = ['.sock', '.json', '.part'].filter((end) => names.includes(server + end));
  await Promise.all(gone.map((end) => rm(file + end, { force: true }).catch(() => {})));
}

/** Returns the socket in a server's description, otherwise its default path. */
async function socketIn(file: string): Promise<string> {
  try {
    const { socket } = JSON.parse(await readFile(`${file}.json`, 'utf8')) as { readonly socket?: unknown };
    if (typeof socket === 'string') return socket;
  } catch {
    // The server has no description yet, or was killed before it wrote one.
  }
  return `${file}.sock`;
}

/** True if a server is listening, or if that is unknown. */
function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', (error: NodeJS.ErrnoException) => resolve(!DEAD.has(error.code ?? '')));
  });
}

export interface ListenOptions extends Pick<HookServer, 'client' | 'root' | 'minChars' | 'timeoutMs'> {
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  /** Resolves to the host's answer; undefined if the result passes. */
  readonly answer: (request: Pick<HookRequest, 'host' | 'input'>) => Promise<object | undefined>;
  readonly write?: typeof writeFile;
}

export type HookListener = Readonly<Awaited<ReturnType<typeof listenForHooks>>>;

/**
 * Listens for hooks that are processes or plugins. Each sends one line of JSON and gets one line back. Only this user
 * can connect. Rejects if no socket can be created.
 */
export async function listenForHooks(options: ListenOptions) {
  const { home, client, root, minChars, timeoutMs, write = writeFile } = options;
  const folder = hookFolder(home);
  makeFolder(folder);
  await chmod(folder, 0o700);
  await sweepSockets(folder);
  const { pid, ppid: parent, platform } = process;
  // Older versions mistake a name that starts with a digit for a pid.
  const name = `s${randomBytes(NAME_CHARS).toString('hex')}`.slice(0, NAME_CHARS);
  const file = path.join(folder, name);
  const token = randomUUID();
  const socket = socketOf(home, name, token, platform);
  if (!isSocketPath(socket, platform)) {
    throw new Error(`cannot listen on "${socket}": expected a path of at most ${MAX_SOCKET_PATH} bytes`);
  }
  const described: HookServer = { pid, parent, space: pidSpace(), client, root, minChars, timeoutMs, socket, token };
  const open = new Set<Socket>();
  const server = createServer((connection) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
    serve(connection, token, options.answer);
  });
  await listening(server, socket);
  // Do not wait for hooks that arrive during shutdown.
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
    // Writing the description failed, perhaps because the disk is full. Without it, nobody would find the socket.
    await close();
    throw error;
  }
  return { server: described /** Stops listening and removes the socket. */, close };
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

/** Answers one connection, and closes it if the line is not a valid hook request. */
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
  // A host that kills its hook may close the connection at any time.
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
