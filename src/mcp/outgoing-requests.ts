import { type Message, ownNumberOf, RPC } from './json-rpc.ts';
import type { Send } from './replies.ts';
import { RpcError } from './rpc-error.ts';

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Receives the id before the request is sent. */
  readonly onId?: ((id: number) => void) | undefined;
}

export const CANCELLED = 'notifications/cancelled';

type Response = Extract<Message, { readonly kind: 'response' }>;
type Settle = (outcome: Response | { readonly reason: unknown }) => void;

/**
 * Our requests to the other end, until they are settled. Ids start at 1, because some peers cannot handle the
 * cancellation of id 0. An id that comes back as a string still matches, because some peers do that.
 */
export class OutgoingRequests {
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
