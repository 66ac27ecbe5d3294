import { RPC } from '../../../src/mcp/json-rpc.ts';
import { MODERN_ERRORS } from '../../../src/mcp/modern/request-meta.ts';
import { createPeer } from '../../../src/mcp/peer.ts';
import { REQUEST_VERSIONS, SESSION_VERSIONS } from '../../../src/mcp/protocol-versions.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { Timers } from '../../process/timers.ts';
import { MCPConnectionError, MCPToolError } from '../errors.ts';
import type { SentHeaders, UpstreamTransport } from '../transport/upstream-transport.ts';
import { toHandshakeFault } from './handshake-fault.ts';
import { isJsonObject } from './is-json-object.ts';
import type { AskServer, ModernServer } from './modern-server.ts';
import { type RequestClock, startRequestClock } from './request-clock.ts';
import type { ClientPort, JsonObject, ServerFacts } from './server-connection.ts';
import { forwardServerRequests } from './server-requests.ts';
import { asSent, connectTimeout, endsSession, lostFault, notSent, timeoutFault } from './session-faults.ts';
import { toServerFacts } from './to-server-facts.ts';
import { trackSends } from './track-sends.ts';

export interface SessionOptions {
  readonly server: string;
  readonly transport: UpstreamTransport;
  readonly client: ClientPort;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly timers: Timers;
  /** Takes the configuration's values out of the server's words. */
  redact(text: string): string;
  /** The version that it is known to serve, of those without `initialize`. Undefined: it is found out. */
  readonly protocolVersion?: string | undefined;
  /** Milliseconds until `initialize` must have been answered. */
  readonly timeoutMs: number;
  /** Aborted when nobody wants the session any more; the reason is what `openSession` rejects with. */
  readonly signal: AbortSignal;
  onNotification(method: string, params: JsonObject): void;
  onTraffic(): void;
  /** It is gone by itself: told once, before those who wait for answers are. */
  onLost(error: MCPConnectionError): void;
}

export interface SessionRequest {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxMs: number;
  /** Left out: the server is not asked for progress. */
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
  /** As in `RequestOptions`. */
  readonly progressUntil?: AbortSignal | undefined;
  readonly patient?: boolean | undefined;
}

/** One connection that is initialized, until it is lost. */
export interface UpstreamSession {
  readonly facts: ServerFacts;
  readonly transport: UpstreamTransport['kind'];
  /** How many requests are under way, but those that may take as long as they take. */
  readonly waiting: number;
  /** Rejects as `ServerConnection.request` does; sends once. */
  request(method: string, params: JsonObject | undefined, options: SessionRequest): Promise<JsonObject>;
  notify(method: string, params: JsonObject | undefined): void;
  /** Gives it up as lost. */
  lose(error: MCPConnectionError): void;
  /** Ends it; who waits for an answer gets `reason`. */
  close(reason: MCPConnectionError): Promise<void>;
}

/** Connects and initializes. Rejects with an `MCPConnectionError`, and then nothing of it is left. */
export async function openSession(options: SessionOptions): Promise<UpstreamSession> {
  const { server, transport, timers } = options;
  let opened = false;
  let over: MCPConnectionError | undefined;

  const end = (error: MCPConnectionError): Promise<void> => {
    if (over === undefined) {
      over = error;
      modern?.close();
      peer.fail((id) => sends.faultOf(id) ?? error);
    }
    return transport.close();
  };
  const lose = (error: MCPConnectionError): void => {
    if (over !== undefined) return;
    if (opened) options.onLost(error);
    void end(error);
  };
  const sends = trackSends(transport, timers, (error) => {
    // That one message could not be sent says nothing of those before it: the server may have acted on them.
    if (opened && endsSession(error)) lose(asSent(error));
  });
  const clocks = new Set<RequestClock>();
  let asking = false;
  const answerServer = forwardServerRequests(server, options.client, (now) => {
    // Which call it is for, the protocol does not say; over stdio a server may be at a standstill meanwhile.
    asking = now;
    for (const clock of clocks)
      if (asking) clock.pause();
      else clock.resume();
  });
  const progress = new Map<number, (params: JsonObject) => void>();
  const headersOf = new Map<unknown, SentHeaders>();
  const peer = createPeer({
    send: (message) => {
      const { id } = message as { readonly id?: unknown };
      const headers = headersOf.get(id);
      headersOf.delete(id);
      return sends.send(message, (sent) => peer.waiting.has(sent), headers);
    },
    answer: async ({ method, params }, signal) => ({ result: await answerServer(method, params, signal) }),
    notified(method, given) {
      const params = isJsonObject(given) ? given : {};
      if (modern?.notified(method, params)) return;
      if (method !== 'notifications/progress') return options.onNotification(method, params);
      const { progressToken, ...rest } = params;
      progress.get(Number(progressToken))?.(rest);
    },
  });
  transport.onmessage = (message) => {
    options.onTraffic();
    peer.receive(message);
  };
  transport.onlost = (id, fault) => {
    const [only, more] = peer.waiting;
    const lost = id === 'unknown' && more === undefined ? only : id;
    if (typeof lost === 'number') peer.fail(() => fault, [lost]);
  };
  transport.onclose = () => {
    if (opened) lose(lostFault(server, transport.ending));
    // Why it ended is told with all else that is known of the handshake.
    else peer.fail(() => new Error('closed'));
  };

  const askRaw: AskServer = async (method, params, { signal, onId, headers } = {}) => {
    const result = await peer.request(method, params, {
      signal,
      onId(id) {
        if (headers !== undefined) headersOf.set(id, headers);
        onId?.(id);
      },
    });
    if (isJsonObject(result)) return result;
    const message = `cannot use what server ${JSON.stringify(server)} answered to ${JSON.stringify(method)}: allowed is an object`;
    throw new MCPToolError('invalid_result', message, { server });
  };
  let modern: ModernServer | undefined;
  const openModern = async (): Promise<ModernServer> => {
    const { createModernServer } = await import('./modern-server.ts');
    modern = createModernServer({
      ...{ server, ask: askRaw, clientInfo: options.clientInfo, capabilities: options.client.capabilities },
      ...{ answerServer, onNotification: options.onNotification, timers, isHttp: transport.kind !== 'stdio' },
    });
    return modern;
  };
  const facts = await connect(options, { ask: askRaw, openModern, end });
  const ask = modern === undefined ? askRaw : (modern as ModernServer).ask;
  if (modern === undefined) peer.notify('notifications/initialized');
  opened = true;

  let tokens = 0;
  let patients = 0;
  const request: UpstreamSession['request'] = (method, params, given) =>
    new Promise((resolve, reject) => {
      const { signal, timeoutMs, maxMs, onProgress, progressUntil, patient = false } = given;
      if (signal?.aborted) return reject(signal.reason);
      if (over !== undefined) return reject(notSent(server, over));
      const cancel = new AbortController();
      const token = ++tokens;
      let settled = false;
      const settle = (answered = false): void => {
        if (settled) return;
        settled = true;
        clock.stop();
        clocks.delete(clock);
        signal?.removeEventListener('abort', onAbort);
        if (patient) patients--;
        const end = (): void => void progress.delete(token);
        if (answered && progressUntil?.aborted === false) progressUntil.addEventListener('abort', end, { once: true });
        else end();
      };
      const leave = (error: unknown, why: string): void => {
        settle();
        reject(error);
        // Last: the server is told.
        cancel.abort(new Error(why));
      };
      const onAbort = (): void => leave(signal?.reason, 'cancelled by the client');
      const clock = startRequestClock({ timeoutMs, maxMs }, timers, (afterMs) =>
        leave(timeoutFault(server, method, afterMs), 'timed out'),
      );
      clocks.add(clock);
      if (asking) clock.pause();
      signal?.addEventListener('abort', onAbort);
      if (patient) patients++;
      let sent = params;
      if (onProgress !== undefined) {
        progress.set(token, (told) => {
          clock.progressed();
          onProgress(told);
        });
        sent = { ...params, _meta: { ...(params?.['_meta'] as JsonObject | undefined), progressToken: token } };
      }
      ask(method, sent, { signal: cancel.signal }).then(
        (result) => {
          settle(true);
          resolve(result);
        },
        (error: unknown) => {
          settle();
          reject(error);
        },
      );
    });

  return {
    facts,
    transport: transport.kind,
    get waiting() {
      return peer.waiting.size - patients - (modern?.listening ?? 0);
    },
    request,
    // Servers of MCP 2026-07-28 are told nothing of their own accord.
    notify: modern === undefined ? peer.notify : () => {},
    lose,
    close: end,
  };
}

interface Handshake {
  readonly ask: AskServer;
  readonly openModern: () => Promise<ModernServer>;
  readonly end: (error: MCPConnectionError) => Promise<void>;
}

/** Errors by which a server of MCP 2026-07-28 alone refuses `initialize`. Any other was said by one that knows it. */
const MAY_BE_NEWER: ReadonlySet<number> = new Set([
  ...[RPC.invalidRequest, RPC.methodNotFound, RPC.invalidParams],
  ...Object.values(MODERN_ERRORS),
]);

/** Finds out what the server is. Bounded from the start of the process. */
async function connect(options: SessionOptions, { ask, openModern, end }: Handshake): Promise<ServerFacts> {
  const { server, timeoutMs, timers, signal, transport, redact } = options;
  let stopped: MCPConnectionError | undefined;
  const stop = (error: MCPConnectionError): void => {
    stopped ??= error;
    void end(error);
  };
  const onAbort = (): void => stop(signal.reason as MCPConnectionError);
  const cancel = timers.after(timeoutMs, () => stop(connectTimeout(server, timeoutMs, transport.stderr)));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    await transport.start();
    if (stopped !== undefined) throw stopped;
    if (options.protocolVersion !== undefined) return await discover(transport, openModern);
    return await initialize(options, ask).catch((error: unknown) => {
      if (error instanceof RpcError && MAY_BE_NEWER.has(error.code)) return discover(transport, openModern, error);
      throw error;
    });
  } catch (error) {
    // What it printed before its answer may be read a moment after it.
    await new Promise((resolve) => setImmediate(resolve));
    const { ending, stderr } = transport;
    const asked = options.protocolVersion === undefined ? 'initialize' : 'server/discover';
    const fault = stopped ?? toHandshakeFault(error, { server, asked, ending, stderr, redact });
    await end(fault);
    throw fault;
  } finally {
    cancel();
    signal.removeEventListener('abort', onAbort);
  }
}

async function initialize({ client, clientInfo, transport }: SessionOptions, ask: AskServer): Promise<ServerFacts> {
  const { capabilities } = client;
  const initialized = await ask('initialize', { protocolVersion: SESSION_VERSIONS[0], capabilities, clientInfo });
  checkInitialized(initialized);
  transport.setProtocolVersion?.(String(initialized['protocolVersion']));
  return toServerFacts(initialized);
}

async function discover(
  transport: UpstreamTransport,
  openModern: Handshake['openModern'],
  refusal?: RpcError,
): Promise<ServerFacts> {
  transport.setProtocolVersion?.(String(REQUEST_VERSIONS[0]));
  const server = await openModern();
  const again = (error: unknown): Promise<ServerFacts> => {
    if (refusal === undefined && serves(error)) return server.discover();
    // What it said first is why.
    throw error instanceof MCPConnectionError ? error : (refusal ?? error);
  };
  const facts = await server.discover().catch(again);
  server.listen(facts.capabilities);
  return facts;
}

/** Whether a server refuses a request for its version and names one of ours (MCP 2026-07-28, "Error Codes"). */
function serves(error: unknown): boolean {
  if (!(error instanceof RpcError) || error.code !== MODERN_ERRORS.unsupportedVersion) return false;
  const supported = isJsonObject(error.data) ? error.data['supported'] : undefined;
  return Array.isArray(supported) && REQUEST_VERSIONS.some((version) => supported.includes(version));
}

/** Throws for an answer that is none of MCP, and for a version that we do not have. */
function checkInitialized({ protocolVersion, capabilities, serverInfo }: JsonObject): void {
  if (typeof protocolVersion !== 'string' || !isJsonObject(capabilities) || !isJsonObject(serverInfo))
    throw new Error();
  if (SESSION_VERSIONS.includes(protocolVersion)) return;
  const message = `Server's protocol version is not supported: ${protocolVersion}`;
  // One without \`initialize\`: the server is asked for itself then.
  if (REQUEST_VERSIONS.includes(protocolVersion)) throw new RpcError(MODERN_ERRORS.unsupportedVersion, message);
  throw new Error(message);
}
