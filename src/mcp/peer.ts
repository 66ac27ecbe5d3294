import { batchFault, classifyMember } from './batch.ts';
import { classifyMessage, keyOf, type Message, type RequestId, RPC } from './json-rpc.ts';
import { collectReplies, type Replies, type Send } from './replies.ts';
import { RpcError } from './rpc-error.ts';

/** One end of a conversation in JSON-RPC, over whatever carries it: both ends may ask and tell. */
export interface Peer {
  /**
   * Takes a message of the other end, or a batch of them. Returns false for what is no JSON-RPC; a request among it has
   * been refused.
   */
  receive(value: unknown): boolean;
  /**
   * Asks the other end and resolves to its result as it came. Rejects with its `RpcError`, as `send` does, with the reason
   * of `fail`, or with the signal's, of which the other end is told.
   */
  request(method: string, params: unknown, options?: AskOptions): Promise<unknown>;
  notify(method: string, params?: unknown): void;
  /** Requests of ours that wait for their answer. */
  readonly waiting: ReadonlySet<number>;
  /** No answer comes to these any more: default, to none of ours. `reason`: why, by the id. */
  fail(reason: (id: number) => unknown, ids?: Iterable<number>): void;
  /** Resolves when no request of the other end is under way. */
  idle(): Promise<void>;
  /** Ends every request of the other end that is under way; none of them is answered any more. */
  abort(reason: unknown): void;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told the id before the request is sent. */
  readonly onId?: ((id: number) => void) | undefined;
}

/** The result of a request. */
export interface Answered {
  readonly result: object;
  /** Called when it has been sent, or could not be; with the size of the batch if it went out in one. */
  readonly sent?: ((error: unknown, bytes: number) => void) | undefined;
}

export interface PeerOptions {
  /** Sends a message. Rejects if it could not be sent. */
  readonly send: Send;
  /** Answers a request of the other end. The signal is aborted when it is cancelled. What it throws but `RpcError` is internal. */
  readonly answer: (request: PeerRequest, signal: AbortSignal) => Promise<Answered>;
  /** A notification of the other end, but of what is cancelled. */
  readonly notified?: ((method: string, params: unknown) => void) | undefined;
  /** True if the other end may send batches, whose answers go back as one array. Default: never. */
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
 * Requests run side by side and are answered as they finish. Our own are numbered from 1: of id 0 some peers cannot be told
 * that it is cancelled. An answer under a number as text counts, since some peers answer so.
 */
export function createPeer({ send, answer, notified, takesBatches = () => false }: PeerOptions): Peer {
  const underWay = new Map<string, { readonly controller: AbortController; readonly settled: Promise<void> }>();
  const batches = new Set<Promise<void>>();
  const asked = new Map<number, (response: Response | { readonly reason: unknown }) => void>();
  let last = 0;

  const sendQuietly = (message: object): void => {
    // Nobody is left to hear of it.
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
          // A result that cannot be written must not leave the other end waiting.
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
        asked.get(Number(message.id))?.(message);
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
          asked.delete(id);
          signal?.removeEventListener('abort', onAbort);
          if ('reason' in outcome) reject(outcome.reason);
          else if (outcome.error === undefined) resolve(outcome.result);
          else reject(toRpcError(outcome.error));
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        asked.set(id, settle);
        onId?.(id);
        transmit({ id, method, params }).catch((reason: unknown) => {
          // It may have been answered, or taken back.
          if (asked.get(id) === settle) settle({ reason });
        });
      }),
    notify: (method, params) => sendQuietly({ method, params }),
    get waiting() {
      return new Set(asked.keys());
    },
    fail(reason, ids = [...asked.keys()]) {
      for (const id of ids) asked.get(id)?.({ reason: reason(id) });
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

/** The other end's error, to the letter. */
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
