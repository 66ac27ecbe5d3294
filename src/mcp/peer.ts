import { batchFault, classifyMember } from './batch.ts';
import { IncomingRequests, type RequestHandler, refuse } from './incoming-requests.ts';
import { classifyMessage, type Message, ownNumberOf, RPC } from './json-rpc.ts';
import { collectReplies, type Replies, type Send } from './replies.ts';
import { RpcError } from './rpc-error.ts';

interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Receives the id before the request is sent. */
  readonly onId?: ((id: number) => void) | undefined;
}

const CANCELLED = 'notifications/cancelled';

type Response = Extract<Message, { readonly kind: 'response' }>;
type Settle = (outcome: Response | { readonly reason: unknown }) => void;

/**
 * Our requests to the other end, until they are settled. Ids start at 1, because some peers cannot handle the
 * cancellation of id 0. An id that comes back as a string still matches, because some peers do that.
 */
class OutgoingRequests {
  readonly #send: Send;
  readonly #pending = new Map<number, Settle>();
  #lastId = 0;

  constructor(send: Send) {
    this.#send = send;
  }

  get pending(): ReadonlySet<number> {
    return new Set(this.#pending.keys());
  }

  request(method: string, params: unknown, { signal, onId }: AskOptions = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      this.#lastId += 1;
      const id = this.#lastId;
      const onAbort = (): void => {
        settle({ reason: signal?.reason });
        this.#cancel(id, signal?.reason);
      };
      const settle: Settle = (outcome) => {
        this.#pending.delete(id);
        signal?.removeEventListener('abort', onAbort);
        if ('reason' in outcome) reject(outcome.reason);
        else if (outcome.error === undefined) resolve(outcome.result);
        else reject(toRpcError(outcome.error));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#pending.set(id, settle);
      onId?.(id);
      this.#send({ id, method, params }).catch((reason: unknown) => {
        // The request may have been answered or cancelled meanwhile.
        if (this.#pending.get(id) === settle) settle({ reason });
      });
    });
  }

  settle(response: Response): void {
    this.#pending.get(ownNumberOf(response.id))?.(response);
  }

  fail(reason: (id: number) => unknown, ids: Iterable<number> = this.pending): void {
    for (const id of ids) this.#pending.get(id)?.({ reason: reason(id) });
  }

  #cancel(requestId: number, reason: unknown): void {
    const why = reason instanceof Error ? { reason: reason.message } : undefined;
    this.#send({ method: CANCELLED, params: { requestId, ...why } }).catch(() => {});
  }
}

/** Keeps the other end's error unchanged. */
function toRpcError(error: unknown): RpcError {
  const { code, message, data } = error as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly data?: object;
  };
  const text = typeof message === 'string' ? message : '';
  return new RpcError(typeof code === 'number' ? code : RPC.internalError, text, data);
}

/** An end of a JSON-RPC conversation, over any transport. Both ends may send requests and notifications. */
export interface Peer {
  /**
   * Receives a message or a batch from the other end. Returns false if any of it was refused with an error: it is not
   * JSON-RPC, or a request has an id in use.
   */
  receive(value: unknown): boolean;
  /**
   * Sends a request and resolves to its raw result. Rejects with the other end's `RpcError`, with an error of `send`,
   * with the reason of `fail`, or with the signal's reason. If the signal aborts, the other end is notified.
   */
  request(method: string, params: unknown, options?: AskOptions): Promise<unknown>;
  notify(method: string, params?: unknown): void;
  /** Our pending requests. */
  readonly waiting: ReadonlySet<number>;
  /** Fails pending requests (default: all of ours), because no answer will come. `reason` gives the error by id. */
  fail(reason: (id: number) => unknown, ids?: Iterable<number>): void;
  /** Resolves when no request of the other end is in flight. */
  idle(): Promise<void>;
  /** Aborts every in-flight request of the other end; none of them is answered. */
  abort(reason: unknown): void;
}

export interface PeerOptions {
  /** Sends a message. Rejects if that fails. */
  readonly send: Send;
  /**
   * Answers a request of the other end. The signal aborts when the request is cancelled. Anything thrown but an
   * `RpcError` becomes an internal error.
   */
  readonly answer: RequestHandler;
  /** Receives the other end's notifications, except cancellations. */
  readonly notified?: ((method: string, params: unknown) => void) | undefined;
  /** True if the other end may send batches, which are answered with one array. Default: never. */
  readonly takesBatches?: (() => boolean) | undefined;
}

/** Why a request's signal was aborted. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  readonly code = 'cancelled';
}

/** Creates a peer that handles the requests of both directions. */
export function createPeer({ send, answer, notified, takesBatches = () => false }: PeerOptions): Peer {
  const transmit: Send = (message) => send({ jsonrpc: '2.0', ...message });
  const incoming = new IncomingRequests(answer, transmit);
  const outgoing = new OutgoingRequests(transmit);
  const batches = new Set<Promise<void>>();
  const alone: Replies = { send, begun: () => {} };

  const take = (message: Message, replies: Replies): boolean => {
    switch (message.kind) {
      case 'request':
        return incoming.start(message, replies);
      case 'notification':
        takeNotification(message.method, message.params);
        return true;
      case 'response':
        outgoing.settle(message);
        return true;
      case 'invalid':
        return refuse(message.id, replies);
    }
  };
  const takeNotification = (method: string, params: unknown): void => {
    if (method !== CANCELLED) {
      notified?.(method, params);
      return;
    }
    const { requestId } = (params ?? {}) as { readonly requestId?: unknown };
    incoming.cancel(requestId, new CancelledError('cancelled by the client'));
  };
  const takeBatch = (values: readonly unknown[]): boolean => {
    const fault = batchFault(values);
    if (fault !== undefined) return refuse(null, alone, fault);
    const replies = collectReplies(send);
    const isWhole = values.map((value) => take(classifyMember(value), replies)).every(Boolean);
    const flushed = replies.flush().then(() => void batches.delete(flushed));
    batches.add(flushed);
    return isWhole;
  };

  return {
    receive: (value) =>
      Array.isArray(value) && takesBatches() ? takeBatch(value) : take(classifyMessage(value), alone),
    request: (method, params, options) => outgoing.request(method, params, options),
    // Nobody is left to report a failure to.
    notify: (method, params) => void transmit({ method, params }).catch(() => {}),
    get waiting() {
      return outgoing.pending;
    },
    fail: (reason, ids) => outgoing.fail(reason, ids),
    async idle() {
      for (let left = incoming.inFlight; left.length + batches.size > 0; left = incoming.inFlight) {
        await Promise.all([...left, ...batches]);
      }
    },
    abort: (reason) => incoming.abort(reason),
  };
}
