import { RPC } from './json-rpc.ts';
import type { RequestMeta } from './modern/request-meta.ts';
import { RpcError } from './rpc-error.ts';

/** Answers one method with its result, or rejects with an `RpcError`. */
export type Method<Context> = (params: unknown, context: Context) => Promise<object>;

export interface DispatchOptions<Context> {
  /** Handlers by method for the versions with sessions. They also answer the same methods of 2026-07-28. */
  readonly methods: Readonly<Record<string, Method<Context>>>;
  /**
   * Answers methods that are looked up only when requested. Resolves to undefined for an unknown one. Default: none.
   */
  readonly more?: ((method: string, params: unknown, context: Context) => Promise<object | undefined>) | undefined;
  /** Answers a request of 2026-07-28, whose `meta` identifies the client. Calls `answer` for the method itself. */
  readonly modern: (request: ModernRequest<Context>, answer: Dispatch<Context>) => Promise<object>;
}

export interface ModernRequest<Context> {
  readonly method: string;
  readonly params: unknown;
  readonly meta: RequestMeta;
  readonly context: Context;
}

/** Answers a request of any version. `meta` is undefined for a request of a session. */
export type Dispatch<Context> = (
  method: string,
  params: unknown,
  context: Context,
  meta?: RequestMeta | undefined,
) => Promise<object>;

/** Creates the dispatcher that all our servers use. It finds the handler for a request of any version. */
export function createDispatch<Context>({ methods, more, modern }: DispatchOptions<Context>): Dispatch<Context> {
  const answer: Dispatch<Context> = async (method, params, context) => {
    const found = Object.hasOwn(methods, method) ? methods[method] : undefined;
    const result = found === undefined ? await more?.(method, params, context) : await found(params, context);
    if (result === undefined) throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
    return result;
  };
  return async (method, params, context, meta) =>
    meta === undefined
      ? await answer(method, params, context)
      : await modern({ method, params, meta, context }, answer);
}
