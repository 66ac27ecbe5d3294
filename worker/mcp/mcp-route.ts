import type { Context, Handler } from 'hono';
import { PROTOCOL_VERSIONS } from '../../src/mcp/initialize.ts';
import { classifyMessage, type RequestId, RPC } from '../../src/mcp/json-rpc.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import { answerFailure } from '../http/answer-failure.ts';
import { callerOf } from '../prune/doors.ts';
import { type PruneBodyLimits, readPruneBody } from '../prune/read-prune-body.ts';
import type { WorkerContext } from '../worker-context.ts';
import type { McpMethods } from './mcp-methods.ts';

export interface McpRouteDeps extends PruneBodyLimits {
  readonly methods: McpMethods;
  /** Told when a method failed in a way it should not. */
  readonly onFault: (error: unknown) => void;
}

/**
 * `POST /mcp`: MCP's Streamable HTTP, 2025-11-25, stateless. Every request is answered with one JSON object, so there is
 * no stream to GET and no session to DELETE. Written here because the SDK's server brings a validator that needs code
 * generation, which workerd has not, and half as much code again as the rest of the worker.
 */
export function mcpRoute({ methods, onFault, ...limits }: McpRouteDeps): Handler<WorkerContext> {
  return async (c) => {
    const asked = c.req.header('mcp-protocol-version');
    if (asked !== undefined && !PROTOCOL_VERSIONS.includes(asked)) {
      const said = `Bad Request: unsupported protocol version, allowed: ${PROTOCOL_VERSIONS.join(', ')}`;
      return refuse(c, RPC.invalidRequest, said);
    }
    const read = await readPruneBody(c, limits);
    if (!read.ok) {
      return read.code === 'invalid_request' ? refuse(c, RPC.parseError, 'Parse error') : answerFailure(c, read);
    }
    const message = classifyMessage(read.body);
    if (message.kind === 'invalid') return refuse(c, RPC.invalidRequest, 'Invalid Request', message.id);
    if (message.kind !== 'request') return c.body(null, 202);
    try {
      const result = await methods(message.method, message.params, {
        principal: c.get('principal'),
        caller: callerOf(c),
        record: (record) => c.set('record', record),
        called: (tool) => c.set('tool', tool),
        failed: (code) => c.set('failure', code),
      });
      return c.json({ jsonrpc: '2.0', id: message.id, result });
    } catch (error) {
      if (c.req.raw.signal?.aborted) throw error;
      if (!(error instanceof RpcError)) c.set('failure', 'internal');
      return c.json({ jsonrpc: '2.0', id: message.id, error: toWire(error, onFault) });
    }
  };
}

function toWire(error: unknown, onFault: (error: unknown) => void): object {
  if (error instanceof RpcError) return { code: error.code, message: error.message, data: error.data };
  onFault(error);
  return { code: RPC.internalError, message: 'Internal error' };
}

function refuse(c: Context<WorkerContext>, code: number, message: string, id: RequestId | null = null): Response {
  const error = { code, message };
  return c.json({ jsonrpc: '2.0', id, error, detail: message, request_id: c.get('requestId') }, 400);
}
