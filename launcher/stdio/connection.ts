import { BATCH_VERSION } from '../../src/mcp/batch.ts';
import { type RequestId, RPC } from '../../src/mcp/json-rpc.ts';
import { CancelledError, createPeer } from '../../src/mcp/peer.ts';
import { readMessage } from '../../src/mcp/read-message.ts';
import { writeMessage } from '../../src/mcp/write-message.ts';
import type { EventLog } from '../events/event-log.ts';
import type { CallContext } from '../server/call-context.ts';
import type { ClientSession } from '../server/client-session.ts';
import type { Handle } from '../server/server.ts';

export interface ConnectionOptions {
  readonly handle: Handle;
  /** Gets the client's notifications but the cancelled ones, which end their request. */
  readonly notified?: ((method: string, params: unknown) => void) | undefined;
  /**
   * Gets one message with its newline; calls back when it is written or failed. `message` is what the line says, or a
   * batch of answers; `call` is the client's request that a notification belongs to.
   */
  readonly write: (
    line: string,
    done: (error?: Error | null) => void,
    message: object,
    call: RequestId | undefined,
  ) => void;
  readonly log: EventLog;
}

export interface Connection {
  /** One line of input; `undefined` for one that was too long to keep. */
  receive(line: string | undefined): void;
  /** A message as `readMessage` reads it, or a batch of them. */
  take(value: unknown): void;
  /** Resolves when no request is under way. */
  idle(): Promise<void>;
  /** No more requests come: those that wait for nothing in particular are answered. */
  close(): void;
  /** Ends every request under way; none of them is answered any more. */
  abort(): void;
}

/**
 * A client over lines of JSON-RPC. Written here because the SDK's server is silent on lines that are not JSON-RPC, and
 * because loading it alone takes the time of `node -e 0` once more.
 */
export function createConnection({ handle, notified, write, log }: ConnectionOptions): Connection {
  const closing = new AbortController();
  let ended: Error | undefined;
  /** The version that the session has agreed on. */
  let agreed: unknown;
  const send = (message: object, call?: RequestId): Promise<number> =>
    new Promise((resolve, reject) => {
      const line = `${writeMessage(message)}\n`;
      const done = (error?: Error | null): void => (error ? reject(error) : resolve(Buffer.byteLength(line)));
      write(line, done, message, call);
    });
  const refused = (message: string): void => log('warn', 'tool.request_parse_failed', { message });

  const peer = createPeer({
    ...{ send: (message) => send(message), notified, takesBatches: () => agreed === BATCH_VERSION },
    async answer({ id, method, params }, signal) {
      const written: Parameters<CallContext['onWritten']>[0][] = [];
      const result = await handle(method, params, {
        ...{ id, signal, closing: closing.signal, session },
        // Nobody is left to hear of it.
        notify: (name, data) => void send({ jsonrpc: '2.0', method: name, params: data }, id).catch(() => {}),
        onWritten: (done) => {
          written.push(done);
        },
      });
      if (method === 'initialize') agreed = (result as { readonly protocolVersion?: unknown }).protocolVersion;
      const sent = (error: unknown, bytes: number): void => {
        for (const done of written) done(error as Error | undefined, bytes);
      };
      return { result, sent };
    },
  });
  const session: ClientSession = {
    notify: peer.notify,
    request: async (method, params, signal) => {
      if (ended !== undefined) throw ended;
      return ((await peer.request(method, params, { signal })) ?? {}) as Readonly<Record<string, unknown>>;
    },
  };

  const take = (value: unknown): void => {
    if (!peer.receive(value)) refused('Invalid Request');
  };

  return {
    take,
    receive(line) {
      let value: unknown;
      try {
        value = line === undefined ? undefined : readMessage(line);
      } catch {
        refused('Parse error');
        void send({ jsonrpc: '2.0', id: null, error: { code: RPC.parseError, message: 'Parse error' } }).catch(
          () => {},
        );
        return;
      }
      take(value);
    },
    idle: peer.idle,
    close: () => closing.abort(),
    abort() {
      const reason = new CancelledError('the server is shutting down');
      ended = reason;
      peer.abort(reason);
      peer.fail(() => reason);
    },
  };
}
