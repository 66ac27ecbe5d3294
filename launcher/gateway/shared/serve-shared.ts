import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { writeJson } from '../../../src/base/json/json-number.ts';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { readMessage } from '../../../src/mcp/read-message.ts';
import { createSharedSession, type SharedClient, type SharedSession } from '../../../src/mcp/shared-session.ts';
import { withLock } from '../../platform/files/with-lock.ts';
import { createLineReader } from '../../platform/lines/line-reader.ts';
import type { Timers } from '../../platform/timers.ts';
import { MCPConnectionError } from '../config/server-errors.ts';
import { createStdioTransport } from '../upstream/transport/stdio-transport.ts';
import type { UpstreamTransport } from '../upstream/transport/upstream-transport.ts';
import {
  ALIVE,
  ENDED,
  OPEN,
  type OpenFault,
  type OpenShared,
  PRINTED,
  type SharedEnd,
  sharedKey,
} from './shared-socket.ts';

export interface ServeSharedOptions {
  readonly socket: string;
  readonly log: EventLog;
  readonly timers: Timers;
  /** Time without launchers after which `idle` resolves, in milliseconds. */
  readonly idleMs: number;
}

export interface SharedServing {
  /** Resolves when no launcher has been connected for a while. */
  readonly idle: Promise<void>;
  /** Ends all servers. */
  close(): Promise<void>;
}

/** Time that an unused server keeps running, in milliseconds, because its agent may restart. */
const LINGER_MS = 5000;

/** A running server, and the launchers that share it. */
interface Running {
  readonly transport: UpstreamTransport;
  readonly session: SharedSession;
  readonly started: Promise<void>;
  readonly sockets: Set<Socket>;
  cancelEnd: () => void;
}

/** Runs servers for all launchers of a user. Undefined if another process already does. */
export async function serveShared(options: ServeSharedOptions): Promise<SharedServing | undefined> {
  const { socket: file, timers } = options;
  const shared = new SharedServers(options);
  const server = createServer((socket) => shared.serve(socket));
  // If two processes find a dead socket, the second one must not remove the new socket of the first.
  if (!(await withLock(`${file}.lock`, timers, () => listen(server, file)))) return undefined;
  shared.checkIdle();
  return {
    idle: shared.idle,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      await shared.close();
      await closed;
    },
  };
}

/** The running servers, by their key, and the sockets of the launchers that use them. */
class SharedServers {
  readonly idle: Promise<void>;
  readonly #options: Pick<ServeSharedOptions, 'log' | 'timers' | 'idleMs'>;
  readonly #running = new Map<string, Running>();
  readonly #open = new Set<Socket>();
  #becameIdle = (): void => {};
  #cancelIdle = (): void => {};

  constructor(options: ServeSharedOptions) {
    this.#options = options;
    this.idle = new Promise<void>((resolve) => {
      this.#becameIdle = resolve;
    });
  }

  /** Starts the idle time if no launcher is connected; otherwise cancels it. */
  checkIdle(): void {
    const { timers, idleMs } = this.#options;
    this.#cancelIdle();
    if (this.#open.size === 0) this.#cancelIdle = timers.after(idleMs, this.#becameIdle);
  }

  /** Serves one launcher, whose first message names the server that it wants. */
  serve(socket: Socket): void {
    this.#open.add(socket);
    this.checkIdle();
    let client: Promise<SharedClient | undefined> | undefined;
    const reader = createLineReader((line) => {
      const message = line === undefined ? undefined : (readMessage(line) as Readonly<Record<string, unknown>>);
      if (client === undefined && message?.['method'] === OPEN) {
        client = this.#attach(socket, message['id'], message['params'] as OpenShared);
      } else if (message?.['method'] === ALIVE) send(socket, message);
      else void client?.then((attached) => attached?.receive(message));
    });
    socket.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch {
        // Our launchers never send invalid JSON.
        socket.destroy();
      }
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      this.#open.delete(socket);
      this.checkIdle();
    });
  }

  async close(): Promise<void> {
    this.#cancelIdle();
    await Promise.all([...this.#running.values()].map(({ transport }) => transport.close()));
    for (const socket of this.#open) socket.destroy();
  }

  async #attach(socket: Socket, id: unknown, asked: OpenShared): Promise<SharedClient | undefined> {
    const key = await sharedKey(asked);
    if (socket.destroyed) return undefined;
    const one = this.#running.get(key) ?? this.#start(key, asked);
    one.cancelEnd();
    one.sockets.add(socket);
    socket.once('close', () => this.#leave(one, socket));
    try {
      await one.started;
    } catch (error) {
      const { code, message } = error as MCPConnectionError;
      const data: OpenFault = { code: error instanceof MCPConnectionError ? code : 'spawn_failed', message };
      send(socket, { jsonrpc: '2.0', id, error: { code: RPC.internalError, message, data } });
      return undefined;
    }
    // The `close` event of the socket has already been handled.
    if (socket.destroyed) return undefined;
    send(socket, { jsonrpc: '2.0', id, result: {} });
    const client: SharedClient = one.session.attach((message) => {
      try {
        send(socket, message);
      } catch (error) {
        this.#options.log('warn', 'gateway.message_refused', { server: asked.server, message: String(error) });
        refuse(asked.server, message, { socket, client });
      }
    });
    socket.once('close', client.leave);
    return client;
  }

  #start(key: string, { server, config, env, cwd }: OpenShared): Running {
    const { log, timers } = this.#options;
    const sockets = new Set<Socket>();
    const transport = createStdioTransport({
      ...{ server, config, env, cwd, log, timers },
      onPrinted(_, line) {
        const [first] = sockets;
        if (first !== undefined) send(first, { jsonrpc: '2.0', method: PRINTED, params: { line } });
      },
    });
    const session = createSharedSession(
      (message) => void transport.send(message).catch(() => {}),
      (ms, run) => timers.after(ms, run),
    );
    transport.onmessage = session.receive;
    transport.onlost = (id, { message }) =>
      session.receive({ jsonrpc: '2.0', id, error: { code: RPC.internalError, message } });
    transport.onclose = () => {
      if (this.#running.get(key) === one) this.#running.delete(key);
      const params: SharedEnd = { ending: transport.ending, stderr: transport.stderr };
      for (const socket of sockets) {
        send(socket, { jsonrpc: '2.0', method: ENDED, params });
        socket.end();
      }
    };
    const one: Running = { transport, session, started: transport.start(), sockets, cancelEnd: () => {} };
    this.#running.set(key, one);
    log('info', 'gateway.shared_started', { server });
    one.started.catch(() => this.#running.delete(key));
    return one;
  }

  #leave(one: Running, socket: Socket): void {
    one.sockets.delete(socket);
    if (one.sockets.size > 0) return;
    one.cancelEnd = this.#options.timers.after(LINGER_MS, () => void one.transport.close());
  }
}

function send(socket: Socket, message: object): void {
  socket.write(`${writeJson(message)}\n`);
}

/** Sends an error instead of a message that is nested too deeply to be written. It must not end the other servers. */
function refuse(
  server: string,
  { id, method }: { readonly id?: unknown; readonly method?: unknown },
  { socket, client }: { readonly socket: Socket; readonly client: SharedClient },
): void {
  if (id === undefined) return;
  const message = `cannot pass on a message of server ${JSON.stringify(server)}: its JSON is nested too deeply`;
  const answer = { jsonrpc: '2.0', id, error: { code: RPC.internalError, message } };
  if (method === undefined) send(socket, answer);
  else client.receive(answer);
}

/** Listens on the socket. Returns false if another process does. The socket of a dead process is removed. */
async function listen(server: Server, file: string): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const errno = await new Promise<string | undefined>((resolve) => {
      server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
      server.listen(file, () => resolve(undefined));
    });
    if (errno === undefined) return true;
    if (errno !== 'EADDRINUSE') throw new Error(`cannot listen on "${file}": ${errno}`);
    if (await isAnswered(file)) return false;
    await rm(file, { force: true });
  }
  return false;
}

export function isAnswered(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
