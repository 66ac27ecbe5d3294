import type { EventLog } from '../../../../src/base/events/event-log.ts';
import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import type { Timers } from '../../../platform/timers.ts';
import { redactConfigured } from '../../config/redact-configured.ts';
import type { LoadedServer, ServerConfig } from '../../config/server-config.ts';
import { MCPConfigError, type MCPConnectionError } from '../../config/server-errors.ts';
import { toEventFault } from '../../event-fault.ts';
import { type OpenTransport, openTransport, type TransportEdges } from '../transport/open-transport.ts';
import { type Backoff, createBackoff } from './backoff.ts';
import { afterSent, callOnceMore, mayCallOnceMore } from './call-once-more.ts';
import { type ConnectionLife, startConnectionLife } from './connection-state.ts';
import { expandConfig, toConfigFault } from './expand-config.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { longestCall } from './request-clock.ts';
import type {
  ClientPort,
  ConnectionListener,
  ConnectionState,
  RequestOptions,
  ServerConnection,
  ServerFacts,
  Successor,
} from './server-connection.ts';
import { LISTS_CHANGED, ServerListsWatch } from './server-lists.ts';
import { disabledFault, wakeTimeout } from './session-faults.ts';
import { openUpstreamSession, type UpstreamSession } from './upstream-session.ts';
import { waitFor } from './wait-for.ts';

/** Time after which a connection counts as stable and the waits start over, in milliseconds. */
const STABLE_MS = 30_000;
/**
 * Min time between a 401 or 403 and the next attempt by a call, in milliseconds. The user may have signed in by then.
 */
const SIGN_IN_MS = 30_000;

export interface ServerConnectionOptions {
  readonly name: string;
  readonly server: LoadedServer;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Working directory of the launcher. */
  readonly cwd: string;
  readonly client: ClientPort;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly listener: ConnectionListener;
  readonly log: EventLog;
  readonly timers: Timers;
  readonly random?: () => number;
  readonly signIns?: TransportEdges['signIns'];
  readonly onPrinted?: TransportEdges['onPrinted'];
  readonly shared?: TransportEdges['shared'];
  readonly openTransport?: OpenTransport;
}

/** State that exists only while a session does. */
interface Live {
  readonly session: UpstreamSession;
  readonly lists: ServerListsWatch;
  readonly heartbeat: Heartbeat;
  readonly cancelStable: () => void;
}

/**
 * Creates the connection to one server of the configuration. It connects, stays connected, and reconnects when it is
 * used.
 */
export function createServerConnection(options: ServerConnectionOptions): ServerConnection {
  return new UpstreamConnection(options);
}

class UpstreamConnection implements ServerConnection {
  readonly name: string;
  fault: MCPConnectionError | MCPConfigError | undefined;
  facts: ServerFacts | undefined;

  readonly #options: ServerConnectionOptions;
  readonly #life: ConnectionLife;
  readonly #backoff: Backoff;
  readonly #ending = new AbortController();
  #times: ReturnType<typeof timesOf>;
  #ended = false;
  #endFault = disabledFault;
  #next: Successor | undefined;
  #live: Live | undefined;
  #connecting: Promise<UpstreamSession> | undefined;
  #failedAt = 0;
  #cancelWait = (): void => {};
  /** Resolves when the previous session has ended, because two processes of one server must never run at once. */
  #previous: Promise<void> = Promise.resolve();

  constructor(options: ServerConnectionOptions) {
    const { name, server, listener, random = Math.random } = options;
    this.#options = options;
    this.name = name;
    this.fault = server.ok ? undefined : toConfigFault(server);
    this.#times = timesOf(server);
    this.#backoff = createBackoff(random);
    this.#life = startConnectionLife(firstState(server), () => {
      if (!this.#ended) listener.onState(this);
    });
  }

  get state(): ConnectionState {
    return this.#life.state;
  }

  get isSilent(): boolean {
    return this.#live?.heartbeat.isSilent === true;
  }

  start(): void {
    const { name, server, log } = this.#options;
    if (this.#ended) return;
    if (this.state === 'disconnected') this.#connect().catch(() => {});
    if (!server.ok && this.fault !== undefined) {
      log('warn', 'gateway.connect_failed', { server: name, ...toEventFault(this.fault), attempt: 0 });
    }
  }

  request(method: string, params: JsonObject | undefined, options: RequestOptions): Promise<JsonObject> {
    const { signal, repeatable, onProgress = () => {}, timeoutMs = this.#times.timeout } = options;
    const bounds = { timeoutMs, maxMs: longestCall(timeoutMs) };
    return callOnceMore(
      () => this.#wake(signal),
      (session) => session.request(method, params, { signal, onProgress, ...bounds }),
      repeatable,
    ).catch(async (error: unknown) => {
      const next = mayCallOnceMore(error, repeatable) ? await this.#next?.() : undefined;
      if (next === undefined) throw error;
      return await next.request(method, params, options).catch(afterSent(error));
    });
  }

  notify(method: string, params?: JsonObject): void {
    this.#live?.session.notify(method, params);
  }

  signedIn(): void {
    const needsIt = this.state === 'failed' && this.fault?.code === 'unauthorized';
    if (!this.#ended && needsIt) void this.#connect().catch(() => {});
    void this.#live?.lists.discover();
  }

  configure(server: LoadedServer): void {
    this.#times = timesOf(server);
  }

  async close(toFault: typeof disabledFault = disabledFault, next?: Successor): Promise<void> {
    if (!this.#ended) {
      this.#next = next;
      this.#ended = true;
      this.#endFault = toFault;
      this.#cancelWait();
      this.#ending.abort(toFault(this.name));
      this.#leave(toFault(this.name, true));
      if (this.state !== 'disabled' && this.state !== 'disconnected') this.#life.enter('disconnected');
    }
    await this.#connecting?.catch(() => {});
    await this.#previous;
  }

  /** Resolves to the session for a request; connects first if there is none. */
  async #wake(signal: AbortSignal): Promise<UpstreamSession> {
    signal.throwIfAborted();
    const { name, timers } = this.#options;
    if (this.#ended || this.state === 'disabled') throw this.#endFault(name);
    if (this.#live !== undefined) return this.#live.session;
    if (this.state === 'failed' && this.fault !== undefined) {
      const waits = this.fault.code === 'unauthorized' && timers.now() - this.#failedAt < SIGN_IN_MS;
      if (waits || this.fault instanceof MCPConfigError) throw this.fault;
    }
    const ms = this.#times.connectTimeout;
    return waitFor(this.#connect(), { ms, signal, timers, onTimeout: () => wakeTimeout(name, ms) });
  }

  #connect(): Promise<UpstreamSession> {
    if (this.#live !== undefined) return Promise.resolve(this.#live.session);
    if (this.#connecting === undefined) {
      this.#cancelWait();
      this.#connecting = this.#previous.then(() => this.#attempt());
      this.#life.enter('connecting');
    }
    return this.#connecting;
  }

  async #attempt(): Promise<UpstreamSession> {
    const began = this.#options.timers.now();
    try {
      const session = await this.#open();
      this.#connected(session, began);
      void this.#live?.lists.discover();
      return session;
    } catch (error) {
      const known = error as MCPConnectionError | MCPConfigError;
      // Reset first, because a listener that is notified of the failure may start the next attempt at once.
      this.#connecting = undefined;
      if (!this.#ended) this.#failed(known);
      throw known;
    }
  }

  /** Opens a session, and everything that exists only as long as the session does. */
  async #open(): Promise<UpstreamSession> {
    const { name, server, env, client, clientInfo, listener, log, timers } = this.#options;
    const { openTransport: open = openTransport } = this.#options;
    const config = expandConfig(server, env);
    log('debug', 'gateway.connecting', { server: name, transport: config.transport });
    const { connectTimeout: timeoutMs, timeout } = this.#times;
    let heartbeat: Heartbeat | undefined;
    let lists: ServerListsWatch | undefined;
    const session = await openUpstreamSession({
      server: name,
      transport: open(name, config, this.#options),
      ...{ client, clientInfo, timers, timeoutMs },
      redact: redactConfigured(config),
      protocolVersion: config.protocolVersion,
      signal: this.#ending.signal,
      onTraffic: () => heartbeat?.touch(),
      onNotification: (method, params) => this.#notified(lists, method, params),
      onLost: (error) => this.#lost(error),
    });
    if (this.#ended) {
      await session.close(this.#endFault(name));
      throw this.#endFault(name);
    }
    lists = new ServerListsWatch({
      ...{ server: name, session, timeoutMs, timers, log },
      onLists: (told) => listener.onLists(this, told),
      onListFailed: (list) => listener.onListFailed?.(this, list),
    });
    heartbeat = startHeartbeat(name, () => this.#live?.session, timeout, timers);
    this.#live = { session, lists, heartbeat, cancelStable: timers.after(STABLE_MS, this.#backoff.reset) };
    this.#connecting = undefined;
    return session;
  }

  #connected({ facts, transport }: UpstreamSession, began: number): void {
    const { log, timers } = this.#options;
    this.facts = facts;
    this.fault = undefined;
    log('info', 'gateway.connected', {
      server: this.name,
      transport,
      protocol_version: facts.protocolVersion,
      duration_ms: Math.round(timers.now() - began),
    });
    this.#life.enter('connected');
  }

  #failed(error: MCPConnectionError | MCPConfigError): void {
    const attempt = this.#backoff.attempt + 1;
    this.#options.log('warn', 'gateway.connect_failed', { server: this.name, ...toEventFault(error), attempt });
    this.#rest(error);
  }

  #lost(error: MCPConnectionError): void {
    const gone = this.#leave(error);
    if (gone === undefined || this.#ended) return;
    this.#options.log('warn', 'gateway.connection_lost', { server: this.name, ...toEventFault(error) });
    this.#rest(error);
  }

  /** Decides what follows a failure: another attempt, or no attempt until the next request. */
  #rest(error: MCPConnectionError | MCPConfigError): void {
    const { log, timers } = this.#options;
    this.fault = error;
    this.#failedAt = timers.now();
    if (error instanceof MCPConfigError || error.code === 'spawn_failed' || error.code === 'unauthorized') {
      this.#life.enter('failed');
    } else if (this.#times.autoReconnect) {
      const delay = this.#backoff.next();
      log('info', 'gateway.reconnecting', { server: this.name, attempt: this.#backoff.attempt, delay_ms: delay });
      this.#cancelWait = timers.after(delay, () => void this.#connect().catch(() => {}));
      this.#life.enter('reconnecting');
    } else this.#life.enter('disconnected');
  }

  #leave(reason: MCPConnectionError): Live | undefined {
    const gone = this.#live;
    this.#live = undefined;
    if (gone === undefined) return undefined;
    gone.lists.stop();
    gone.heartbeat.stop();
    gone.cancelStable();
    this.#previous = gone.session.close(reason);
    return gone;
  }

  #notified(lists: ServerListsWatch | undefined, method: string, params: JsonObject): void {
    if (this.#ended) return;
    const { client, log } = this.#options;
    log('debug', 'gateway.notification', { server: this.name, method });
    const changed = LISTS_CHANGED.get(method);
    if (changed === undefined) client.notified(this.name, method, params);
    else for (const list of changed) lists?.refresh(list);
  }
}

function firstState(server: LoadedServer): ConnectionState {
  if (!server.ok) return 'failed';
  return server.config.enabled ? 'disconnected' : 'disabled';
}

function timesOf(server: LoadedServer): Pick<ServerConfig, 'autoReconnect' | 'timeout' | 'connectTimeout'> {
  return server.ok ? server.config : { autoReconnect: false, timeout: 1, connectTimeout: 1 };
}
