import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Timers } from '../../process/timers.ts';
import type { MCPConnectionError } from '../errors.ts';
import type { UpstreamTransport } from '../transport/upstream-transport.ts';
import { within } from '../transport/within.ts';
import { createIdNames } from './id-names.ts';
import type { JsonObject } from './server-connection.ts';

/** What a request of ours comes to: what the server answered, or that it cannot any more. */
export type Answer = { readonly message: JsonObject } | { readonly fault: MCPConnectionError };

export interface EnvelopeHooks {
  readonly timers: Timers;
  onTraffic(): void;
  /** The result of `initialize` as it came. */
  onInitialized(result: JsonObject): void;
  /** The server takes back a request of its own with id 0, which the SDK does not hear. */
  onCancelledZero(): void;
  /** A message could not be sent, or the transport has closed (`undefined`). */
  onBroken(error: MCPConnectionError | undefined): void;
}

export interface EnvelopedAnswers {
  /** For the SDK's `Client`. */
  readonly transport: Transport;
  /** How many requests wait for their answer. */
  readonly waiting: number;
  /** Ends every request that waits, with its own fault where it has one. */
  fail(fault: MCPConnectionError): void;
}

/** How long the fate of what is being sent is waited for once one message could not be, in milliseconds. */
const OTHERS_MS = 250;

/** The SDK's `Client` begins to count at 0, with `initialize`. */
const HANDSHAKE_ID = 0;

/**
 * Stands between a transport and the SDK's `Client`, and hands it every answer to a request but `initialize` inside of an
 * envelope. So results and errors arrive verbatim (it drops what its schemas do not take, and rewrites error messages),
 * and what becomes of a request that was never answered is known with it.
 */
export function envelopeAnswers(inner: UpstreamTransport, hooks: EnvelopeHooks): EnvelopedAnswers {
  const names = createIdNames();
  const waiting = new Set<number>();
  const sending = new Set<Promise<void>>();
  const faults = new Map<number, MCPConnectionError>();
  const receive = (message: JSONRPCMessage): void => transport.onmessage?.(message);
  const deliver = (id: number, answer: Answer): void => {
    if (waiting.delete(id)) receive({ jsonrpc: '2.0', id, result: { ...answer } });
  };

  inner.onmessage = (message: JSONRPCMessage) => {
    hooks.onTraffic();
    if ('method' in message) {
      if (isCancelledZero(message)) hooks.onCancelledZero();
      receive(names.named(message));
      return;
    }
    const id = toId(message.id);
    if (id !== HANDSHAKE_ID) return deliver(id, { message: message as JsonObject });
    if ('result' in message) hooks.onInitialized(message.result);
    receive(message);
  };
  inner.onlost = (id, fault) => {
    const [only, more] = waiting;
    const lost = id === 'unknown' && more === undefined ? only : id;
    if (typeof lost === 'number') deliver(lost, { fault });
  };
  inner.onerror = (error) => transport.onerror?.(error);
  inner.onclose = () => {
    hooks.onBroken(undefined);
    transport.onclose?.();
  };

  const sendRequest = async (message: JSONRPCMessage, id: number): Promise<void> => {
    waiting.add(id);
    const sent = inner.send(message);
    sending.add(sent);
    try {
      await sent;
    } catch (error) {
      sending.delete(sent);
      // Nobody waits for it: what became of it was told, or it was taken back and its stream cut.
      if (!waiting.has(id)) return;
      const fault = error as MCPConnectionError;
      faults.set(id, fault);
      // Calls side by side find a session gone one after the other, and each may be made again by its own fault alone.
      if (ends(fault)) await within(OTHERS_MS, Promise.allSettled(sending), hooks.timers);
      hooks.onBroken(fault);
      deliver(id, { fault });
      faults.delete(id);
    } finally {
      sending.delete(sent);
    }
  };

  const transport: Transport = {
    start: () => inner.start(),
    async send(message) {
      if ('method' in message && 'id' in message && message.id !== HANDSHAKE_ID) {
        return sendRequest(message, message.id as number);
      }
      if ('method' in message && message.method === 'notifications/cancelled') {
        waiting.delete(toId((message.params as JsonObject | undefined)?.['requestId'] as RequestId));
      }
      await inner.send(names.original(message));
    },
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    close: () => inner.close(),
  };

  return {
    transport,
    get waiting() {
      return waiting.size;
    },
    fail(fault) {
      for (const id of [...waiting]) deliver(id, { fault: faults.get(id) ?? fault });
    },
  };
}

/** Whether a message that could not be sent means that the session is over. */
export function ends({ code }: MCPConnectionError): boolean {
  return code === 'closed' || code === 'unreachable';
}

/** Some servers answer with the id as a text. */
const toId = (id: RequestId | undefined): number => (typeof id === 'string' ? Number(id) : (id ?? Number.NaN));

function isCancelledZero(message: JSONRPCMessage): boolean {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return false;
  return (message.params as JsonObject | undefined)?.['requestId'] === 0;
}
