import { classifyMessage, type Message, type RequestId, RPC } from '../../src/mcp/json-rpc.ts';
import { readMessage } from '../../src/mcp/read-message.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import { writeMessage } from '../../src/mcp/write-message.ts';
import type { EventLog } from '../events/event-log.ts';
import type { CallContext } from '../server/call-context.ts';
import type { ClientSession } from '../server/client-session.ts';
import type { Handle } from '../server/server.ts';
import { createAskedRequests } from './asked-requests.ts';

export interface ConnectionOptions {
  readonly handle: Handle;
  /** Gets the client's notifications but the cancelled ones, which end their request. */
  readonly notified?: ((method: string, params: unknown) => void) | undefined;
  /** Gets one message with its newline; calls back when it is written or failed. */
  readonly write: (line: string, done: (error?: Error | null) => void) => void;
  readonly log: EventLog;
}

export interface Connection {
  /** One line of input; `undefined` for one that was too long to keep. */
  receive(line: string | undefined): void;
  /** Resolves when no request is under way. */
  idle(): Promise<void>;
  /** Ends every request under way; none of them is answered any more. */
  abort(): void;
}

/** Why a request's signal was aborted. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  readonly code = 'cancelled';
}

interface UnderWay {
  readonly controller: AbortController;
  readonly settled: Promise<void>;
}

/**
 * JSON-RPC over lines. Requests run side by side and are answered as they finish. Written here because the SDK's server
 * is silent on lines that are not JSON-RPC, and because loading it alone takes the time of `node -e 0` once more.
 */
export function createConnection({ handle, notified, write, log }: ConnectionOptions): Connection {
  const underWay = new Map<string, UnderWay>();

  const send = (message: object, done: (error: Error | undefined, bytes: number) => void = () => {}): void => {
    const line = `${writeMessage({ jsonrpc: '2.0', ...message })}\n`;
    write(line, (error) => done(error ?? undefined, Buffer.byteLength(line)));
  };
  const sendError = (id: RequestId | null, error: RpcError): void =>
    send({ id, error: { code: error.code, message: error.message, data: error.data } });
  const refuse = (id: RequestId | null, code: number, message: string): void => {
    log('warn', 'tool.request_parse_failed', { message });
    sendError(id, new RpcError(code, message));
  };

  const asked = createAskedRequests((message) => send(message));
  const session: ClientSession = {
    notify: (method, params) => send({ method, params }),
    request: asked.ask,
  };

  const answer = async (id: RequestId, method: string, params: unknown, signal: AbortSignal): Promise<void> => {
    const written: Parameters<CallContext['onWritten']>[0][] = [];
    const context: CallContext = {
      signal,
      session,
      notify: (name, data) => send({ method: name, params: data }),
      onWritten: (done) => {
        written.push(done);
      },
    };
    try {
      const result = await handle(method, params, context);
      if (!signal.aborted)
        send({ id, result }, (error, bytes) => {
          for (const done of written) done(error, bytes);
        });
    } catch (error) {
      if (signal.aborted) return;
      sendError(id, error instanceof RpcError ? error : new RpcError(RPC.internalError, 'Internal error'));
    }
  };

  const start = (id: RequestId, method: string, params: unknown): void => {
    const key = keyOf(id);
    if (underWay.has(key)) {
      refuse(id, RPC.invalidRequest, 'Invalid Request');
      return;
    }
    const controller = new AbortController();
    const settled = answer(id, method, params, controller.signal).then(() => {
      underWay.delete(key);
    });
    underWay.set(key, { controller, settled });
  };

  const heard = (method: string, params: unknown): void => {
    if (method !== 'notifications/cancelled') {
      notified?.(method, params);
      return;
    }
    const id = (params as { requestId?: unknown } | null | undefined)?.requestId;
    underWay.get(keyOf(id))?.controller.abort(new CancelledError('cancelled by the client'));
  };

  const received = (message: Message): void => {
    if (message.kind === 'request') start(message.id, message.method, message.params);
    else if (message.kind === 'notification') heard(message.method, message.params);
    else if (message.kind === 'response') asked.answered(message);
    else if (message.kind === 'invalid') refuse(message.id, RPC.invalidRequest, 'Invalid Request');
  };

  return {
    receive(line) {
      let value: unknown;
      try {
        value = line === undefined ? undefined : readMessage(line);
      } catch {
        refuse(null, RPC.parseError, 'Parse error');
        return;
      }
      received(classifyMessage(value));
    },
    async idle() {
      while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ settled }) => settled));
    },
    abort() {
      const reason = new CancelledError('the server is shutting down');
      for (const { controller } of underWay.values()) controller.abort(reason);
      asked.end(reason);
    },
  };
}

/** `7` and `"7"` are two requests. */
function keyOf(id: unknown): string {
  return typeof id === 'string' ? JSON.stringify(id) : String(id);
}
