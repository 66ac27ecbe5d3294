import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { createSharedSession, type SharedClient, type SharedSession } from '../../../src/mcp/shared-session.ts';
import { launchPartOf } from '../config/launch-of.ts';
import type { MCPConnectionError } from '../config/server-errors.ts';
import { createStdioTransport, type StdioTransportOptions } from '../upstream/transport/stdio-transport.ts';
import type { UpstreamTransport } from '../upstream/transport/upstream-transport.ts';

/** Servers that each run once for all clients of this process. */
export interface SharedServers {
  /**
   * Creates the transport of one client. Clients with the same server, launch entry, environment and capabilities share
   * a process, which ends with its last client. Once such a process asks something, each client gets its own.
   */
  open(options: StdioTransportOptions, capabilities: JsonObject): UpstreamTransport;
  /** Ends the processes of a server, so that all its clients connect to a new one. */
  restart(server: string): void;
}

/** A running server, and the clients that share it. */
interface Running {
  readonly key: string;
  readonly server: string;
  readonly transport: UpstreamTransport;
  readonly session: SharedSession;
  readonly started: Promise<void>;
  readonly clients: Set<ClientTransport>;
}

export function createSharedServers(): SharedServers {
  return new RunningServers();
}

class RunningServers implements SharedServers {
  readonly #running = new Set<Running>();
  /** Resolve when the earlier process has ended, because two of one server may need the same port or file. */
  readonly #ending = new Map<string, Promise<void>>();
  /** Keys of servers that ask their clients. Each client gets its own process of these. */
  readonly #unshared = new Set<string>();

  open(options: StdioTransportOptions, capabilities: JsonObject): UpstreamTransport {
    const { server, config, env, cwd } = options;
    const key = JSON.stringify([server, launchPartOf(config), capabilities, cwd, env]);
    return new ClientTransport(options, {
      join: (client) => this.#join(key, client),
      leave: (running, client) => this.#leave(running, client),
    });
  }

  restart(server: string): void {
    for (const running of this.#running) if (running.server === server) void this.#end(running);
  }

  #join(key: string, client: ClientTransport): Running {
    const found = [...this.#running].find((one) => one.key === key && !this.#unshared.has(key));
    const running = found ?? this.#start(key, client.options);
    running.clients.add(client);
    return running;
  }

  #start(key: string, options: StdioTransportOptions): Running {
    const clients = new Set<ClientTransport>();
    const transport = createStdioTransport({
      ...options,
      onPrinted(server, line) {
        const [first] = clients;
        first?.options.onPrinted?.(server, line);
      },
    });
    const session = createSharedSession({
      toServer: (message) => {
        transport.send(message).catch((error: MCPConnectionError) => {
          // A broken connection is reported by `onclose`.
          const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
          if (error.code !== 'closed' && method !== undefined) session.receive(failed(id, error));
        });
      },
      onAsked: () => this.#unshared.add(key),
    });
    transport.onmessage = (message) => session.receive(message);
    transport.onlost = (id, error) => session.receive(failed(id, error));
    transport.onclose = () => {
      this.#running.delete(running);
      for (const client of clients) client.onclose?.();
    };
    const before = this.#unshared.has(key) ? undefined : this.#ending.get(key);
    const started = Promise.resolve(before).then(() => transport.start());
    const running: Running = { key, server: options.server, transport, session, started, clients };
    this.#running.add(running);
    started.catch(() => this.#running.delete(running));
    return running;
  }

  #leave(running: Running, client: ClientTransport): Promise<void> {
    running.clients.delete(client);
    return running.clients.size > 0 ? Promise.resolve() : this.#end(running);
  }

  #end(running: Running): Promise<void> {
    const { key, transport } = running;
    this.#running.delete(running);
    const ended = transport.close();
    this.#ending.set(key, ended);
    return ended.then(() => {
      if (this.#ending.get(key) === ended) this.#ending.delete(key);
    });
  }
}

interface Membership {
  readonly join: (client: ClientTransport) => Running;
  readonly leave: (running: Running, client: ClientTransport) => Promise<void>;
}

/** One client's side of a shared server. */
class ClientTransport implements UpstreamTransport {
  readonly kind = 'stdio';
  onmessage: UpstreamTransport['onmessage'];
  onclose: UpstreamTransport['onclose'];
  readonly options: StdioTransportOptions;
  readonly #membership: Membership;
  #running: Running | undefined;
  #attached: SharedClient | undefined;
  #isClosed = false;
  #why: string | undefined;

  constructor(options: StdioTransportOptions, membership: Membership) {
    this.options = options;
    this.#membership = membership;
  }

  get ending(): string | undefined {
    const ending = this.#running?.transport.ending;
    return this.#why ?? (ending !== undefined && this.#alone === undefined ? 'its process has ended' : ending);
  }

  get stderr(): string {
    return this.#alone?.transport.stderr ?? '';
  }

  /** The server, unless another client ever shared it: what it printed may be about that client. */
  get #alone(): Running | undefined {
    return this.#running?.session.isShared === true ? undefined : this.#running;
  }

  async start(): Promise<void> {
    this.#running = this.#membership.join(this);
    await this.#running.started;
    if (this.#isClosed) return;
    const leave = (): void => {
      this.#why = 'it asks its clients, so each of them gets its own process';
      void this.close();
    };
    this.#attached = this.#running.session.attach((message) => this.onmessage?.(message), leave);
  }

  async send(message: object): Promise<void> {
    this.#attached?.receive(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#attached?.leave();
    if (this.#running === undefined) return;
    await this.#membership.leave(this.#running, this);
    this.onclose?.();
  }
}

function failed(id: unknown, { message }: Error): object {
  return { jsonrpc: '2.0', id, error: { code: RPC.internalError, message } };
}
