import { batchFault, classifyMember } from './batch.ts';
import { classifyMessage, keyOf, type Message, type RequestId, RPC } from './json-rpc.ts';
import { collectReplies, type Replies, type Send } from './replies.ts';
import { RpcError } from './rpc-error.ts';

/** An end of a JSON-RPC conversation, over any transport. Both ends may send requests and notifications. */
export interface Peer {
  /**
   * Receives a message from the other end, or a batch. Returns false if it is not JSON-RPC; a request in it has been
   * refused.
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

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Receives the id before the request is sent. */
  readonly onId?: ((id: number) => void) | undefined;
}

/** The result of a request. */
export interface Answered {
  readonly result: object;
  /**
   * Called after the answer was sent or failed to be sent. `bytes` is the size of the whole batch if it went out in
   * one.
   */
  readonly sent?: ((error: unknown, bytes: number) => void) | undefined;
}

export interface PeerOptions {
  /** Sends a message. Rejects if that fails. */
  readonly send: Send;
  /**
   * Answers a request of the other end. The signal aborts when the request is cancelled. Anything thrown but an
   * `RpcError` becomes an internal error.
   */
  readonly answer: (request: PeerRequest, signal: AbortSignal) => Promise<Answered>;
  /** Receives the other end's notifications, except cancellations. */
  readonly notified?: ((method: string, params: unknown) => void) | undefined;
  /** True if the other end may send batches, which are answered with one array. Default: never. */
  readonly takesBatches?: (() => boolean) | undefined;
}

export type PeerRequest = Extract<Message, { readonly kind: 'request' }>;
type Response = Extract<Message, { readonly kind: 'response' }>;

/** Why a request's signal was aborted. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  readonly code = 'cancelled';
}

const CANCELLED = 'notifications/cancelled';

/**
 * Creates a peer. Requests run concurrently and are answered as they finish. Our ids start at 1, because some peers
 * cannot handle the cancellation of id 0. An id that comes back as a string still matches, because some peers do that.
 */
export function createPeer({ send, answer, notified, takesBatches = () => false }: PeerOptions): Peer {
  const underWay = new Map<string, { readonly controller: AbortController; readonly settled: Promise<void> }>();
  const batches = new Set<Promise<void>>();
  const pendingRequests = new Map<number, (response: Response | { readonly reason: unknown }) => void>();
  let last = 0;

  const sendQuietly = (message: object): void => {
    // Nobody is left to report this to.
    void transmit(message).catch(() => {});
  };
  const transmit: Send = (message) => send({ jsonrpc: '2.0', ...message });
  const alone: Replies = { send, begun: () => {} };

  const run = async (request: PeerRequest, signal: AbortSignal, replies: Replies): Promise<void> => {
    const { id } = request;
    try {
      const { result, sent } = await answer(request, signal);
      if (signal.aborted) return;
      replies.send({ jsonrpc: '2.0', id, result }).then(
        (bytes = 0) => sent?.(undefined, bytes),
        (error: unknown) => {
          sent?.(error, 0);
          // A result that cannot be serialized must not leave the other end waiting.
          sendQuietly({ id, error: toWire(error) });
        },
      );
    } catch (error) {
      if (!signal.aborted) replies.send({ jsonrpc: '2.0', id, error: toWire(error) }).catch(() => {});
    }
  };

  const start = (request: PeerRequest, replies: Replies): boolean => {
    const key = keyOf(request.id);
    if (underWay.has(key)) return refuse(request.id, replies);
    const controller = new AbortController();
    const settled = run(request, controller.signal, replies).then(() => void underWay.delete(key));
    underWay.set(key, { controller, settled });
    replies.begun(settled);
    return true;
  };
  const refuse = (id: RequestId | null, replies: Replies, message = 'Invalid Request'): false => {
    replies.send({ jsonrpc: '2.0', id, error: { code: RPC.invalidRequest, message } }).catch(() => {});
    return false;
  };
  const take = (message: Message, replies: Replies): boolean => {
    switch (message.kind) {
      case 'request':
        return start(message, replies);
      case 'notification':
        heard(message.method, message.params);
        return true;
      case 'response':
        pendingRequests.get(Number(message.id))?.(message);
        return true;
      case 'invalid':
        return refuse(message.id, replies);
    }
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
  const heard = (method: string, params: unknown): void => {
    if (method !== CANCELLED) {
      notified?.(method, params);
      return;
    }
    const { requestId } = (params ?? {}) as { readonly requestId?: unknown };
    underWay.get(keyOf(requestId))?.controller.abort(new CancelledError('cancelled by the client'));
  };

  return {
    receive: (value) =>
      Array.isArray(value) && takesBatches() ? takeBatch(value) : take(classifyMessage(value), alone),
    request: (method, params, { signal, onId } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        last += 1;
        const id = last;
        const onAbort = (): void => {
          settle({ reason: signal?.reason });
          sendQuietly({ method: CANCELLED, params: { requestId: id, ...reasonOf(signal?.reason) } });
        };
        const settle = (outcome: Response | { readonly reason: unknown }): void => {
          pendingRequests.delete(id);
          signal?.removeEventListener('abort', onAbort);
          if ('reason' in outcome) reject(outcome.reason);
          else if (outcome.error === undefined) resolve(outcome.result);
          else reject(toRpcError(outcome.error));
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        pendingRequests.set(id, settle);
        onId?.(id);
        transmit({ id, method, params }).catch((reason: unknown) => {
          // The request may have been answered or cancelled meanwhile.
          if (pendingRequests.get(id) === settle) settle({ reason });
        });
      }),
    notify: (method, params) => sendQuietly({ method, params }),
    get waiting() {
      return new Set(pendingRequests.keys());
    },
    fail(reason, ids = [...pendingRequests.keys()]) {
      for (const id of ids) pendingRequests.get(id)?.({ reason: reason(id) });
    },
    async idle() {
      while (underWay.size + batches.size > 0) {
        await Promise.all([...[...underWay.values()].map(({ settled }) => settled), ...batches]);
      }
    },
    abort(reason) {
      for (const { controller } of underWay.values()) controller.abort(reason);
    },
  };
}

function toWire(error: unknown): object {
  if (!(error instanceof RpcError)) return { code: RPC.internalError, message: 'Internal error' };
  const { code, message, data } = error;
  return { code, message, data };
}

/** Keeps the other end's error unchanged. */
function toRpcError(error: unknown): RpcError {
  const { code, message, data } = error as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly data?: object;
  };
  return new RpcError(typeof code === 'number' ? code : RPC.internalError, String(message ?? ''), data);
}

function reasonOf(reason: unknown): object | undefined {
  return reason instanceof Error ? { reason: reason.message } : undefined;
}
