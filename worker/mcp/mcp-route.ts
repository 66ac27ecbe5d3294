import type { Context, Handler } from 'hono';
import { writeJson } from '../../src/json/json-number.ts';
import { PROTOCOL_VERSIONS } from '../../src/mcp/initialize.ts';
import { classifyMessage, type RequestId, RPC } from '../../src/mcp/json-rpc.ts';
import { parseRequest } from '../../src/mcp/parse-request.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import { writeMessage } from '../../src/mcp/write-message.ts';
import { utf8Bytes } from '../../src/shaping/envelope.ts';
import { DEFAULT_LIMITS } from '../../src/shaping/limits.ts';
import type { SqlContexts } from '../../src/storage/sql-context-store.ts';
import type { TeamArtifacts } from '../artifacts/team-artifacts.ts';
import type { WorkerLog } from '../events/worker-event.ts';
import { answerFailure } from '../http/answer-failure.ts';
import { callerOf } from '../prune/doors.ts';
import { type PruneBodyLimits, readPruneBody } from '../prune/read-prune-body.ts';
import type { WorkerContext } from '../worker-context.ts';
import type { McpMethods } from './mcp-methods.ts';
import type { ToolCall } from './tool.ts';

export interface McpRouteDeps extends PruneBodyLimits {
  readonly methods: McpMethods;
  /** Told when a method failed in a way it should not. */
  readonly onFault: (error: unknown) => void;
  /** Undefined where nothing is kept. */
  readonly artifacts: TeamArtifacts | undefined;
  readonly contexts: Pick<SqlContexts, 'of'> | undefined;
  readonly onStorageFailure: (error: unknown) => void;
  readonly log: WorkerLog;
}

type CallDeps = Pick<McpRouteDeps, 'artifacts' | 'contexts' | 'log' | 'onStorageFailure'>;

/**
 * `POST /mcp`: MCP's Streamable HTTP, 2025-11-25, stateless. Every request is answered with one JSON object, so there is
 * no stream to GET and no session to DELETE. Written here because the SDK's server brings a validator that needs code
 * generation, which workerd has not, and half as much code again as the rest of the worker.
 */
export function mcpRoute({ methods, onFault, ...deps }: McpRouteDeps): Handler<WorkerContext> {
  return async (c) => {
    const asked = c.req.header('mcp-protocol-version');
    if (asked !== undefined && !PROTOCOL_VERSIONS.includes(asked)) {
      const said = `Bad Request: unsupported protocol version, allowed: ${PROTOCOL_VERSIONS.join(', ')}`;
      return refuse(c, RPC.invalidRequest, said);
    }
    const read = await readPruneBody(c, deps, parseRequest);
    if (!read.ok) {
      return read.code === 'invalid_request' ? refuse(c, RPC.parseError, 'Parse error') : answerFailure(c, read);
    }
    const message = classifyMessage(read.body);
    if (message.kind === 'invalid') return refuse(c, RPC.invalidRequest, 'Invalid Request', message.id);
    if (message.kind !== 'request') return c.body(null, 202);
    try {
      const result = writeMessage(await methods(message.method, message.params, toCall(c, deps)));
      warnOfLarge(c, message.method, result, deps.log);
      const json = `{"jsonrpc":"2.0","id":${writeJson(message.id)},"result":${result}}`;
      return answer(c, 200, json);
    } catch (error) {
      if (c.req.raw.signal?.aborted) throw error;
      if (!(error instanceof RpcError)) c.set('failure', 'internal');
      return answer(c, 200, { jsonrpc: '2.0', id: message.id, error: toWire(error, onFault) });
    }
  };
}

function toCall(c: Context<WorkerContext>, deps: CallDeps): ToolCall {
  const { log, onStorageFailure } = deps;
  const principal = c.get('principal');
  const { team } = principal;
  return {
    principal,
    caller: callerOf(c),
    artifacts: principal.scopes.has('artifacts') ? deps.artifacts?.of(team) : undefined,
    context: principal.scopes.has('context') ? deps.contexts?.of(team) : undefined,
    record: (record) => c.set('record', record),
    async charge(bytes) {
      if (c.get('charge')?.(bytes) === false) return false;
      c.set('bytesIn', (c.get('bytesIn') ?? 0) + bytes);
      return (await c.get('sized')?.(bytes)) === undefined;
    },
    called: (tool) => c.set('tool', tool),
    failed: (code) => c.set('failure', code),
    shaped: ({ tool, before, after, artifact }) => {
      const sizes = { bytes_before: before, bytes_after: after };
      log({ event: 'response.shaped', request_id: c.get('requestId'), team, tool, ...sizes, artifact });
    },
    storageFailed: onStorageFailure,
  };
}

function warnOfLarge(c: Context<WorkerContext>, method: string, result: string, log: WorkerLog): void {
  const bytes = utf8Bytes(result);
  if (bytes <= DEFAULT_LIMITS.maxBytes) return;
  const { team } = c.get('principal');
  const about = { request_id: c.get('requestId'), team, method, tool: c.get('tool') };
  log({ event: 'response.large', level: 'warn', ...about, bytes });
}

function toWire(error: unknown, onFault: (error: unknown) => void): object {
  if (error instanceof RpcError) return { code: error.code, message: error.message, data: error.data };
  onFault(error);
  return { code: RPC.internalError, message: 'Internal error' };
}

function refuse(c: Context<WorkerContext>, code: number, message: string, id: RequestId | null = null): Response {
  const error = { code, message };
  return answer(c, 400, { jsonrpc: '2.0', id, error, detail: message, request_id: c.get('requestId') });
}

/** Hono's own `json` writes an id's characters only where the runtime has `JSON.rawJSON`. */
function answer(c: Context<WorkerContext>, status: 200 | 400, message: object | string): Response {
  const json = typeof message === 'string' ? message : writeJson(message);
  return c.body(json, status, { 'Content-Type': 'application/json' });
}
