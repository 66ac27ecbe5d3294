import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { textBytes } from '../../../src/fit/result/text-slots.ts';
import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import { type CallableTool, callTool } from '../../../src/tools/call/call-tool.ts';
import type { GatewayCallOptions } from '../calls/gateway-call-options.ts';
import { toGatewayResult } from '../calls/gateway-result.ts';
import { serverOutput, toAnswerFault } from '../calls/server-output.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import type { ServerConfig } from '../config/server-config.ts';
import { toRpcFault } from '../rpc-fault.ts';
import { RELATED_TASK } from './related-task.ts';
import type { TaskCall } from './remembered-tasks.ts';

export interface TaskResultOptions {
  /** Id that the client knows. */
  readonly taskId: string;
  readonly server: string;
  readonly call: Pick<TaskCall, 'offered' | 'question'>;
  readonly context: CallContext;
  readonly structured: boolean;
  /** Requests the result from the server. */
  readonly receive: () => Promise<JsonObject>;
}

/**
 * Answers `tasks/result` as the call itself would have been answered: pruned by its question, and within the response
 * contract.
 */
export async function taskResult(
  options: GatewayCallOptions,
  { taskId, server, call, context, structured, receive }: TaskResultOptions,
): Promise<AnyToolResult> {
  const { offered, question } = call;
  const { log, newRequestId, shortening, maxResponseBytes } = options;
  const wanted = { question };
  const { now } = shortening.prune;
  const tool: CallableTool<undefined, AnyToolResult> = {
    name: offered.name,
    check: () => ({ ok: true, args: undefined }),
    async execute(_, run) {
      const start = now();
      const answer = await receive()
        .then((received) => withTask(toGatewayResult(server, offered.tool.name, received), taskId))
        .catch((error: unknown) => {
          throw toRpcFault(error);
        });
      const facts = { duration_ms: Math.round(now() - start), bytes: textBytes(answer.content) };
      const told = { server, tool: offered.tool.name, ...facts, is_error: answer.isError === true };
      run.log('info', 'gateway.task_result', told);
      const of = serverOutput({ offered, answer, wanted, structured, maxResponseBytes, log: run.log });
      return { output: { of, wanted }, facts: { bytes: facts.bytes } };
    },
    toFault: (error) => toAnswerFault(offered, error),
  };
  const view = { params: undefined, context, client: { structured } };
  return withTask(await callTool({ log, newRequestId, now, shortening }, tool, view), taskId);
}

/** Adds the task to `_meta`, which only this answer must have (MCP 2025-11-25, "Related Task Metadata"). */
function withTask(result: AnyToolResult, taskId: string): AnyToolResult {
  return { ...result, _meta: { ...result._meta, [RELATED_TASK]: { taskId } } };
}

/** Placeholder for a task whose call is unknown, because another client created it or it is too old. */
export function unknownCall(server: string, { shape }: ServerConfig): Pick<TaskCall, 'offered' | 'question'> {
  const name = 'task';
  const offered: OfferedTool = { name, server, tool: { name, inputSchema: {} }, shape, focused: undefined };
  return { offered, question: undefined };
}
