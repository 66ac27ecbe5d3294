import { keyOf, type Message, type RequestId, RPC } from './json-rpc.ts';
import type { Replies, Send } from './replies.ts';
import { RpcError } from './rpc-error.ts';

/** The result of a request. */
interface Answered {
  readonly result: object;
  /**
   * Called after the answer was sent or failed to be sent. `bytes` is the size of the whole batch if it went out in
   * one.
   */
  readonly sent?: ((error: unknown, bytes: number) => void) | undefined;
}

type PeerRequest = Extract<Message, { readonly kind: 'request' }>;
export type RequestHandler = (request: PeerRequest, signal: AbortSignal) => Promise<Answered>;

/** The other end's requests, until they are answered. They run concurrently and are answered as they finish. */
export class IncomingRequests {
  readonly #answer: RequestHandler;
  readonly #send: Send;
  readonly #inFlight = new Map<string, { readonly controller: AbortController; readonly settled: Promise<void> }>();

  constructor(answer: RequestHandler, send: Send) {
    this.#answer = answer;
    this.#send = send;
  }

  get inFlight(): readonly Promise<void>[] {
    return [...this.#inFlight.values()].map(({ settled }) => settled);
  }

  /** Starts a request. Returns false if its id is in use; it has been refused then. */
  start(request: PeerRequest, replies: Replies): boolean {
    const key = keyOf(request.id);
    if (this.#inFlight.has(key)) return refuse(request.id, replies);
    const controller = new AbortController();
    const settled = this.#run(request, controller.signal, replies).then(() => void this.#inFlight.delete(key));
    this.#inFlight.set(key, { controller, settled });
    replies.begun(settled);
    return true;
  }

  cancel(id: unknown, reason: unknown): void {
    this.#inFlight.get(keyOf(id))?.controller.abort(reason);
  }

  abort(reason: unknown): void {
    for (const { controller } of this.#inFlight.values()) controller.abort(reason);
  }

  async #run(request: PeerRequest, signal: AbortSignal, replies: Replies): Promise<void> {
    const { id } = request;
    try {
      const { result, sent } = await this.#answer(request, signal);
      if (signal.aborted) return;
      replies.send({ jsonrpc: '2.0', id, result }).then(
        (bytes = 0) => sent?.(undefined, bytes),
        (error: unknown) => {
          sent?.(error, 0);
          // A result that cannot be serialized must not leave the other end waiting.
          this.#send({ id, error: toWire(error) }).catch(() => {});
        },
      );
    } catch (error) {
      if (!signal.aborted) replies.send({ jsonrpc: '2.0', id, error: toWire(error) }).catch(() => {});
    }
  }
}

export function refuse(id: RequestId | null, replies: Replies, message = 'Invalid Request'): false {
  replies.send({ jsonrpc: '2.0', id, error: { code: RPC.invalidRequest, message } }).catch(() => {});
  return false;
}

function toWire(error: unknown): object {
  if (!(error instanceof RpcError)) return { code: RPC.internalError, message: 'Internal error' };
  const { code, message, data } = error;
  return { code, message, data };
}
