import { isJsonObject, type JsonObject } from '../../../../src/base/json/json-object.ts';
import { createPeer, type Peer } from '../../../../src/mcp/peer.ts';
import type { Timers } from '../../../platform/timers.ts';
import { within } from '../../../platform/within.ts';
import { type MCPConnectionError, MCPToolError } from '../../config/server-errors.ts';
import type { SentHeaders, UpstreamTransport } from '../transport/upstream-transport.ts';
import type { AskServer } from './ask-server.ts';
import type { ModernServer } from './modern-server.ts';
import { type AnswerServer, forwardServerRequests } from './server-requests.ts';
import { asSent, endsSession, lostFault } from './session-faults.ts';
import type { SessionOptions } from './session-options.ts';
import { createSessionRequests, type SessionRequests } from './session-requests.ts';
import { waitFor } from './wait-for.ts';

/** Max time to wait for other messages in flight after one could not be sent, in milliseconds. */
const OTHERS_MS = 250;

/** Messages being sent to a server. */
type TrackedSends = ReturnType<typeof trackSends>;

/**
 * Sends messages concurrently. `onBroken` is called for each request that could not be sent, before its caller is
 * notified.
 */
function trackSends(
  transport: Pick<UpstreamTransport, 'send'>,
  timers: Timers,
  onBroken: (fault: MCPConnectionError) => void,
) {
  const sending = new Set<Promise<void>>();
  const faults = new Map<number, MCPConnectionError>();
  return {
    /** Rejects with an `MCPConnectionError` if the message could not be sent and a caller waits for its answer. */
    async send(message: object, isAwaited: (id: number) => boolean, headers?: SentHeaders): Promise<undefined> {
      const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
      const sent = transport.send(message, headers);
      if (method === undefined || typeof id !== 'number') {
        await sent;
        return undefined;
      }
      sending.add(sent);
      try {
        await sent;
      } catch (error) {
        sending.delete(sent);
        const fault = error as MCPConnectionError;
        // No caller waits for this request: its outcome has been reported, or it was cancelled and its stream closed.
        if (!isAwaited(id)) return undefined;
        faults.set(id, fault);
        // Concurrent calls discover one after another that a session is gone. Each needs its own error to know whether
        // it may be repeated.
        if (endsSession(fault)) await within(OTHERS_MS, Promise.allSettled(sending), timers);
        onBroken(fault);
        faults.delete(id);
        throw fault;
      } finally {
        sending.delete(sent);
      }
      return undefined;
    },
    /** Returns why a request could not be sent, while that is being reported. */
    faultOf: (id: number): MCPConnectionError | undefined => faults.get(id),
  };
}

/**
 * Max time for a server to accept `notifications/initialized`, in milliseconds. After that, the session is used anyway.
 */
export const INITIALIZED_MS = 5000;

/**
 * Waits until `notifications/initialized` has reached the server. Over HTTP each message is a separate request, so a
 * list could be requested before the notification arrives. Some servers have all their tools only after it.
 */
async function tellInitialized(send: () => Promise<unknown>, signal: AbortSignal, timers: Timers): Promise<void> {
  await waitFor(send(), { ms: INITIALIZED_MS, signal, timers, onTimeout: () => new Error() }).catch(() => {});
}

const INITIALIZED = 'notifications/initialized';

/** Connects a transport with the peer behind it, until either ends. */
export class SessionLink {
  readonly requests: SessionRequests;
  /** Set if the server supports MCP 2026-07-28 only. */
  modern: ModernServer | undefined;
  readonly #options: SessionOptions;
  readonly #peer: Peer;
  readonly #sends: TrackedSends;
  readonly #answerServer: AnswerServer;
  readonly #headers = new Map<unknown, SentHeaders>();
  #isOpen = false;
  #isClosed = false;
  #over: MCPConnectionError | undefined;

  constructor(options: SessionOptions) {
    const { server, client, transport, timers } = options;
    this.#options = options;
    this.requests = createSessionRequests({ server, timers, over: () => this.#over });
    // The protocol does not say which call a question belongs to, and over stdio a server may be blocked until it is
    // answered. So stop all clocks.
    this.#answerServer = forwardServerRequests(server, client, this.requests.pause);
    this.#sends = trackSends(transport, timers, (error) => {
      // If one message could not be sent, the server may still have acted on earlier ones.
      if (this.#isOpen && endsSession(error)) this.lose(asSent(error));
    });
    this.#peer = createPeer({
      send: (message) => this.#send(message),
      answer: async ({ method, params }, signal) => ({ result: await this.#answerServer(method, params, signal) }),
      notified: (method, params) => this.#notified(method, isJsonObject(params) ? params : {}),
    });
    transport.onmessage = (message) => {
      options.onTraffic();
      this.#peer.receive(message);
    };
    transport.onlost = (id, fault) => {
      const [only, more] = this.#peer.waiting;
      const lost = id === 'unknown' && more === undefined ? only : id;
      if (typeof lost === 'number') this.#peer.fail(() => fault, [lost]);
      // The request was refused because the session is over, so all others are lost too.
      if (this.#isOpen && endsSession(fault) && !fault.sent) this.lose(asSent(fault));
    };
    transport.onclose = () => {
      this.#isClosed = true;
      if (this.#isOpen) this.lose(lostFault(server, transport.ending));
      // The reason is reported together with everything else known about the handshake.
      else this.#peer.fail(() => new Error('closed'));
    };
  }

  /** Number of requests in flight, except subscriptions. */
  get waiting(): number {
    return this.#peer.waiting.size - (this.modern?.listening ?? 0);
  }

  /** Sends a request unchanged. Rejects if the result is not an object. */
  readonly ask: AskServer = async (method, params, { signal, onId, headers } = {}) => {
    const result = await this.#peer.request(method, params, {
      signal,
      onId: (id) => {
        if (headers !== undefined) this.#headers.set(id, headers);
        onId?.(id);
      },
    });
    if (isJsonObject(result)) return result;
    const { server } = this.#options;
    const message = `cannot use the answer of server ${JSON.stringify(server)} to ${JSON.stringify(method)}: expected an object`;
    throw new MCPToolError('invalid_result', message, { server });
  };

  readonly openModern = async (): Promise<ModernServer> => {
    const { server, client, clientInfo, transport, timers, onNotification } = this.#options;
    const { ModernServer } = await import('./modern-server.ts');
    this.modern = new ModernServer({
      ...{ server, ask: this.ask, clientInfo, capabilities: client.capabilities },
      ...{ answerServer: this.#answerServer, onNotification, timers, isHttp: transport.kind !== 'stdio' },
    });
    return this.modern;
  };

  /**
   * Sends `notifications/initialized` to a server that was initialized. Rejects if the connection is lost meanwhile.
   */
  async open(): Promise<void> {
    const { server, transport, signal, timers } = this.#options;
    if (this.modern === undefined && transport.kind === 'stdio') this.#peer.notify(INITIALIZED);
    else if (this.modern === undefined) {
      const send = () => this.#sends.send({ jsonrpc: '2.0', method: INITIALIZED }, () => false);
      await tellInitialized(send, signal, timers);
      if (this.#isClosed) {
        const fault = lostFault(server, transport.ending);
        await this.end(fault);
        throw fault;
      }
    }
    this.#isOpen = true;
  }

  notify(method: string, params: JsonObject | undefined): void {
    // Servers of MCP 2026-07-28 accept no notifications.
    if (this.modern === undefined) this.#peer.notify(method, params);
  }

  lose(error: MCPConnectionError): void {
    if (this.#over !== undefined) return;
    if (this.#isOpen) this.#options.onLost(error);
    void this.end(error);
  }

  end(error: MCPConnectionError): Promise<void> {
    if (this.#over === undefined) {
      this.#over = error;
      this.modern?.close();
      this.#peer.fail((id) => this.#sends.faultOf(id) ?? error);
    }
    return this.#options.transport.close();
  }

  #send(message: object): Promise<number | undefined> {
    const { id } = message as { readonly id?: unknown };
    const headers = this.#headers.get(id);
    this.#headers.delete(id);
    return this.#sends.send(message, (sent) => this.#peer.waiting.has(sent), headers);
  }

  #notified(method: string, params: JsonObject): void {
    if (this.modern?.notified(method, params)) return;
    if (method === 'notifications/progress') this.requests.progressed(params);
    else this.#options.onNotification(method, params);
  }
}
