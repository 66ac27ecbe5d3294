import * as z from 'zod/mini';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import { METHOD } from '../../../src/mcp/calls/call-params.ts';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import { validate } from '../../../src/mcp/validate.ts';
import { taskForbidden } from '../../tools/calls/task-forbidden.ts';
import { checkCall } from '../calls/check-call.ts';
import { faultOf } from '../calls/forward-call.ts';
import type { GatewayCallOptions } from '../calls/gateway-call-options.ts';
import type { GatewayCall } from '../calls/gateway-tool.ts';
import { isRepeatable } from '../catalog/offered-tool.ts';
import { taskSupportOf } from '../catalog/task-support.ts';
import { MCPToolError } from '../config/server-errors.ts';
import { toRpcFault } from '../rpc-fault.ts';
import { type Task, toReadableTask } from './readable-task.ts';
import type { TaskCall } from './remembered-tasks.ts';

/** Schema of MCP 2025-11-25, "TaskMetadata". */
const taskParams = z.looseObject({ ttl: z.optional(z.number()) });

export interface CreatedTask {
  /** The server's raw CreateTaskResult. */
  readonly result: JsonObject;
  readonly task: Task;
  readonly call: Omit<TaskCall, 'connection'>;
}

/**
 * Forwards a `tools/call` with a `task` field to the tool's server. Undefined if the call has none and the tool does
 * not require one. Failures cannot be results here, so they are thrown as `RpcError`. The code is -32601 if the tool
 * cannot run as a task, or only as one.
 */
export async function createTask(
  options: GatewayCallOptions,
  { offered, connection }: GatewayCall,
  params: unknown,
  context: CallContext,
): Promise<CreatedTask | undefined> {
  const { name, server, tool } = offered;
  const { task: asked } = params as { readonly task?: unknown };
  const support = taskSupportOf(tool);
  if (asked === undefined) {
    if (support !== 'required') return undefined;
    throw new RpcError(
      RPC.methodNotFound,
      `Tool ${JSON.stringify(name)} only runs as a task: expected a call with "task"`,
    );
  }
  if (support === 'forbidden') throw taskForbidden(name);
  const log: EventLog = (level, event, data) => options.log(level, event, data, requestId);
  const requestId = options.newRequestId();
  log('info', 'tool.request_received', { tool: name });
  const metadata = validate(taskParams, asked, ['task']);
  const checked = metadata.ok ? checkCall(offered, params) : metadata;
  if (!checked.ok) {
    log('warn', 'tool.request_invalid', { tool: name, message: checked.issues.map(({ path }) => path).join(', ') });
    throw invalidParams(METHOD, name, checked.issues, checked.why);
  }
  const { question, forwarded, token } = checked;
  const ended = new AbortController();
  const endProgress = (): void => ended.abort();
  const start = options.shortening.prune.now();
  try {
    const result = await connection.request(METHOD, forwarded, {
      signal: context.signal,
      repeatable: isRepeatable(offered),
      progressUntil: ended.signal,
      onProgress: (progress) => {
        if (token !== undefined) context.notify('notifications/progress', { ...progress, progressToken: token });
      },
    });
    const task = toReadableTask(result['task']);
    if (task === undefined) throw noTask(server, tool.name);
    log('info', 'gateway.task_created', {
      ...{ server, tool: tool.name, ttl_ms: task.ttl },
      duration_ms: Math.round(options.shortening.prune.now() - start),
    });
    return { result, task, call: { offered, question, endProgress } };
  } catch (error) {
    endProgress();
    if (context.signal.aborted) throw error;
    log('warn', 'gateway.call_failed', { server, tool: tool.name, ...faultOf(error) });
    throw toRpcFault(error);
  }
}

function noTask(server: string, tool: string): MCPToolError {
  const message = `cannot read the answer of server ${JSON.stringify(server)} to ${JSON.stringify(tool)}: expected a task`;
  return new MCPToolError('invalid_result', message, { server });
}
