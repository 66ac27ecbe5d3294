import type { CallContext } from '../../src/mcp/calls/call-context.ts';

/** Answers one request with its result, or throws an `RpcError`. */
export type Handle = (method: string, params: unknown, context: CallContext) => Promise<object>;
