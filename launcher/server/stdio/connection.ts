import type { EventLog } from '../../../src/base/events/event-log.ts';
import { BATCH_VERSION } from '../../../src/mcp/batch.ts';
import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import type { ClientSession } from '../../../src/mcp/calls/client-session.ts';
import type { RequestHandler } from '../../../src/mcp/incoming-requests.ts';
import { type RequestId, RPC } from '../../../src/mcp/json-rpc.ts';
import { CancelledError, createPeer, type Peer } from '../../../src/mcp/peer.ts';
import { readMessage } from '../../../src/mcp/read-message.ts';
import { writeMessage } from '../../../src/mcp/write-message.ts';
import type { Handle } from '../handle.ts';

export interface ConnectionOptions {
  readonly handle: Handle;
  /** Receives the client's notifications, except `notifications/cancelled`, which aborts its request. */
  readonly notified?: ((method: string, params: unknown) => void) | undefined;
  /**
   * Writes one message with its newline, and calls back when it is written or has failed. `message` is the content of
   * the line, or a batch of answers. `call` is the client's request that a notification belongs to.
   */
  readonly write: (
    line: string,
    done: (error?: Error | null) => void,
    message: object,
    call: RequestId | undefined,
  ) => void;
  readonly log: EventLog;
}

/**
 * Creates the connection to a client that exchanges lines of JSON-RPC. The SDK's server is not used, because it ignores
 * lines that are not JSON-RPC, and loading it takes as long as an entire `node -e 0`.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #peer: Peer;
  readonly #session: ClientSession;
  readonly #closing = new AbortController();
  #ended: Error | undefined;
  /** Protocol version that the session has agreed on. */
  #agreed: unknown;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const peer = createPeer({
      ...{ send: (message) => this.#send(message), notified: options.notified },
      takesBatches: () => this.#agreed === BATCH_VERSION,
      answer: (request, signal) => this.#answer(request, signal),
    });
    this.#peer = peer;
    this.#session = {
      notify: peer.notify,
      request: async (method, params, signal) => {
        if (this.#ended !== undefined) throw this.#ended;
        return ((await peer.request(method, params, { signal })) ?? {}) as Readonly<Record<string, unknown>>;
      },
    };
  }

  /** Handles one line of input; undefined for a line that was too long to keep. */
  receive(line: string | undefined): void {
    let value: unknown;
    try {
      value = line === undefined ? undefined : readMessage(line);
    } catch {
      this.#refused('Parse error');
      const error = { code: RPC.parseError, message: 'Parse error' };
      void this.#send({ jsonrpc: '2.0', id: null, error }).catch(() => {});
      return;
    }
    this.take(value);
  }

  /** Handles a message as parsed by `readMessage`, or a batch of them. */
  take(value: unknown): void {
    if (!this.#peer.receive(value)) this.#refused('Invalid Request');
  }

  /** Resolves when no request is in flight. */
  idle(): Promise<void> {
    return this.#peer.idle();
  }

  /** Call when no more requests will arrive. Requests that only wait for changes are answered. */
  close(): void {
    this.#closing.abort();
  }

  /** Aborts all in-flight requests without answering them. */
  abort(): void {
    const reason = new CancelledError('the server is shutting down');
    this.#ended = reason;
    this.#peer.abort(reason);
    this.#peer.fail(() => reason);
  }

  async #answer(...[{ id, method, params }, signal]: Parameters<RequestHandler>): ReturnType<RequestHandler> {
    const written: Parameters<CallContext['onWritten']>[0][] = [];
    const result = await this.#options.handle(method, params, {
      ...{ id, signal, closing: this.#closing.signal, session: this.#session },
      // If sending fails, the client is gone, so there is nothing to do.
      notify: (name, data) => void this.#send({ jsonrpc: '2.0', method: name, params: data }, id).catch(() => {}),
      onWritten: (done) => {
        written.push(done);
      },
    });
    if (method === 'initialize') this.#agreed = (result as { readonly protocolVersion?: unknown }).protocolVersion;
    const sent = (error: unknown, bytes: number): void => {
      for (const done of written) done(error as Error | undefined, bytes);
    };
    return { result, sent };
  }

  #send(message: object, call?: RequestId): Promise<number> {
    return new Promise((resolve, reject) => {
      const line = `${writeMessage(message)}\n`;
      const done = (error?: Error | null): void => (error ? reject(error) : resolve(Buffer.byteLength(line)));
      this.#options.write(line, done, message, call);
    });
  }

  #refused(message: string): void {
    this.#options.log('warn', 'tool.request_parse_failed', { message });
  }
}
