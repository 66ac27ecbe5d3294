import type { EventLog } from '../../events/event-log.ts';
import type { Timers } from '../../process/timers.ts';
import { redactConfigured } from '../config/redact-configured.ts';
import type { LoadedServer, ServerConfig } from '../config/server-config.ts';
import { MCPConfigError, type MCPConnectionError } from '../errors.ts';
import { toEventFault } from '../event-fault.ts';
import { type OpenTransport, openTransport, type TransportEdges } from '../transport/open-transport.ts';
import { createBackoff } from './backoff.ts';
import { callOnceMore } from './call-once-more.ts';
import { startConnectionLife } from './connection-state.ts';
import { expandConfig, toConfigFault } from './expand-config.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { AS_LONG_AS_IT_TAKES, longestCall } from './request-clock.ts';
import type { ClientPort, ConnectionListener, JsonObject, ServerConnection, ServerFacts } from './server-connection.ts';
import { LISTS_CHANGED, type ServerListsWatch, watchServerLists } from './server-lists.ts';
import { disabledFault, wakeTimeout } from './session-faults.ts';
import { openSession, type UpstreamSession } from './upstream-session.ts';
import { waitFor } from './wait-for.ts';

/** Connected for so long, a server is taken to be well, in milliseconds: the waits begin anew. */
export const STABLE_MS = 30_000;
/** How soon after a 401 or 403 a call may try again, in milliseconds: the user may have signed in meanwhile. */
export const SIGN_IN_MS = 30_000;

export interface ServerConnectionOptions {
  readonly name: string;
  readonly server: LoadedServer;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the launcher runs. */
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

function timesOf(server: LoadedServer): Pick<ServerConfig, 'autoReconnect' | 'timeout' | 'connectTimeout'> {
  return server.ok ? server.config : { autoReconnect: false, timeout: 1, connectTimeout: 1 };
}

/** What there is of a session beside itself. */
interface Live {
  readonly session: UpstreamSession;
  readonly lists: ServerListsWatch;
  readonly heartbeat: Heartbeat;
  readonly cancelStable: () => void;
}

/** One server of the configuration: connects, stays connected, and comes back when it is used. */
export function createServerConnection(options: ServerConnectionOptions): ServerConnection {
  const {
    name,
    server,
    client,
    listener,
    log,
    timers,
    random = Math.random,
    openTransport: open = openTransport,
  } = options;
  const { enabled } = server.ok ? server.config : { enabled: true };
  let times = timesOf(server);
  const first = server.ok ? (enabled ? 'disconnected' : 'disabled') : 'failed';
  const life = startConnectionLife(first, () => {
    if (!ended) listener.onState(connection);
  });
  const backoff = createBackoff(random);
  const ending = new AbortController();
  let ended = false;
  let endFault = disabledFault;
  let live: Live | undefined;
  let connecting: Promise<UpstreamSession> | undefined;
  let fault: MCPConnectionError | MCPConfigError | undefined = server.ok ? undefined : toConfigFault(server);
  let failedAt = 0;
  let facts: ServerFacts | undefined;
  let cancelWait = (): void => {};
  /** The end of the session before: two processes of one server never run at once. */
  let previous: Promise<void> = Promise.resolve();

  const connect = (): Promise<UpstreamSession> => {
    if (live !== undefined) return Promise.resolve(live.session);
    if (connecting === undefined) {
      cancelWait();
      connecting = previous.then(attempt);
      life.enter('connecting');
    }
    return connecting;
  };

  const attempt = async (): Promise<UpstreamSession> => {
    const began = timers.now();
    try {
      const config = expandConfig(server, options.env);
      log('debug', 'gateway.connecting', { server: name, transport: config.transport });
      const transport = open(name, config, options);
      let heartbeat: Heartbeat | undefined;
      let lists: ServerListsWatch | undefined;
      const session = await openSession({
        server: name,
        transport,
        client,
        clientInfo: options.clientInfo,
        timers,
        redact: redactConfigured(config),
        protocolVersion: config.protocolVersion,
        timeoutMs: times.connectTimeout,
        signal: ending.signal,
        onTraffic: () => heartbeat?.touch(),
        onNotification: (method, params) => notified(lists, method, params),
        onLost: lost,
      });
      if (ended) {
        await session.close(endFault(name));
        throw endFault(name);
      }
      lists = watchServerLists({
        server: name,
        session,
        timeoutMs: times.connectTimeout,
        timers,
        log,
        onLists: (told) => listener.onLists(connection, told),
        onListFailed: (list) => listener.onListFailed?.(connection, list),
      });
      heartbeat = startHeartbeat(name, () => live?.session, times.timeout, timers);
      live = { session, lists, heartbeat, cancelStable: timers.after(STABLE_MS, backoff.reset) };
      connecting = undefined;
      connected(session, began);
      void lists.discover();
      return session;
    } catch (error) {
      const known = error as MCPConnectionError | MCPConfigError;
      // Whoever hears of the failure may begin the next attempt at once.
      connecting = undefined;
      if (!ended) failed(known);
      throw known;
    }
  };

  const connected = (session: UpstreamSession, began: number): void => {
    facts = session.facts;
    fault = undefined;
    log('info', 'gateway.connected', {
      server: name,
      transport: session.transport,
      protocol_version: session.facts.protocolVersion,
      duration_ms: Math.round(timers.now() - began),
    });
    life.enter('connected');
  };

  const failed = (error: MCPConnectionError | MCPConfigError): void => {
    log('warn', 'gateway.connect_failed', { server: name, ...toEventFault(error), attempt: backoff.attempt + 1 });
    rest(error);
  };

  const lost = (error: MCPConnectionError): void => {
    const gone = leave(error);
    if (gone === undefined || ended) return;
    log('warn', 'gateway.connection_lost', { server: name, ...toEventFault(error) });
    rest(error);
  };

  /** What follows a failure: another attempt, or none before somebody asks. */
  const rest = (error: MCPConnectionError | MCPConfigError): void => {
    fault = error;
    failedAt = timers.now();
    if (error instanceof MCPConfigError || error.code === 'spawn_failed' || error.code === 'unauthorized') {
      life.enter('failed');
    } else if (times.autoReconnect) {
      const delay = backoff.next();
      log('info', 'gateway.reconnecting', { server: name, attempt: backoff.attempt, delay_ms: delay });
      cancelWait = timers.after(delay, () => void connect().catch(() => {}));
      life.enter('reconnecting');
    } else life.enter('disconnected');
  };

  const leave = (reason: MCPConnectionError): Live | undefined => {
    const gone = live;
    live = undefined;
    if (gone === undefined) return undefined;
    gone.lists.stop();
    gone.heartbeat.stop();
    gone.cancelStable();
    previous = gone.session.close(reason);
    return gone;
  };

  const notified = (lists: ServerListsWatch | undefined, method: string, params: JsonObject): void => {
    if (ended) return;
    log('debug', 'gateway.notification', { server: name, method });
    const changed = LISTS_CHANGED.get(method);
    if (changed === undefined) client.notified(name, method, params);
    else for (const list of changed) lists?.refresh(list);
  };

  const wake = async (signal: AbortSignal): Promise<UpstreamSession> => {
    signal.throwIfAborted();
    if (ended || life.state === 'disabled') throw endFault(name);
    if (live !== undefined) return live.session;
    if (life.state === 'failed' && fault !== undefined) {
      const waits = fault.code === 'unauthorized' && timers.now() - failedAt < SIGN_IN_MS;
      if (waits || fault instanceof MCPConfigError) throw fault;
    }
    const ms = times.connectTimeout;
    return waitFor(connect(), { ms, signal, timers, onTimeout: () => wakeTimeout(name, ms) });
  };

  const connection: ServerConnection = {
    name,
    get state() {
      return life.state;
    },
    get fault() {
      return fault;
    },
    get facts() {
      return facts;
    },
    start() {
      if (ended) return;
      if (life.state === 'disconnected') connect().catch(() => {});
      if (!server.ok && fault !== undefined) {
        log('warn', 'gateway.connect_failed', { server: name, ...toEventFault(fault), attempt: 0 });
      }
    },
    request: (
      method,
      params,
      { signal, repeatable, onProgress = () => {}, progressUntil, patient = false, timeoutMs },
    ) => {
      const timeout = timeoutMs ?? times.timeout;
      const bounds = patient
        ? { timeoutMs: AS_LONG_AS_IT_TAKES, maxMs: AS_LONG_AS_IT_TAKES }
        : { timeoutMs: timeout, maxMs: longestCall(timeout) };
      return callOnceMore(
        () => wake(signal),
        (session) => session.request(method, params, { signal, onProgress, progressUntil, patient, ...bounds }),
        repeatable,
      );
    },
    signedIn() {
      const needsIt = life.state === 'failed' && fault?.code === 'unauthorized';
      if (!ended && needsIt) void connect().catch(() => {});
      void live?.lists.discover();
    },
    configure(now) {
      times = timesOf(now);
    },
    notify: (method, params) => live?.session.notify(method, params),
    async close(toFault = disabledFault) {
      if (!ended) {
        ended = true;
        endFault = toFault;
        cancelWait();
        ending.abort(toFault(name));
        leave(toFault(name, true));
        if (life.state !== 'disabled' && life.state !== 'disconnected') life.enter('disconnected');
      }
      await connecting?.catch(() => {});
      await previous;
    },
  };
  return connection;
}
