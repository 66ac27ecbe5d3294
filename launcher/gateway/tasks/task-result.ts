import type { CallContext } from '../../server/call-context.ts';
import { callTool } from '../../server/call-tool.ts';
import type { CallableTool } from '../../server/callable-tool.ts';
import type { GatewayCallOptions } from '../calls/gateway-call-options.ts';
import { type GatewayResult, toGatewayResult } from '../calls/gateway-result.ts';
import { shortenAnswer, toAnswerFault } from '../calls/shorten-answer.ts';
import { textBytes } from '../calls/text-slots.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import type { ServerConfig } from '../config/server-config.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { toRpcFault } from '../rpc-fault.ts';
import { RELATED_TASK } from './related-task.ts';
import type { TaskCall } from './remembered-tasks.ts';

export interface TaskResultOptions {
  /** As the client knows it. */
  readonly taskId: string;
  readonly server: string;
  readonly call: Pick<TaskCall, 'offered' | 'question'>;
  readonly context: CallContext;
  readonly structured: boolean;
  /** Asks the server. */
  readonly receive: () => Promise<JsonObject>;
}

/** `tasks/result`, given as the call itself would have been answered: pruned by its question, and within the contract. */
export async function taskResult(
  options: GatewayCallOptions,
  { taskId, server, call, context, structured, receive }: TaskResultOptions,
): Promise<GatewayResult> {
  const { offered, question } = call;
  const { log, newRequestId, prune } = options;
  const tool: CallableTool<undefined, GatewayResult, GatewayResult> = {
    name: offered.name,
    check: () => ({ ok: true, args: undefined }),
    async execute(_, run) {
      const start = prune.now();
      const output = await receive()
        .then((received) => withTask(toGatewayResult(server, offered.tool.name, received), taskId))
        .catch((error: unknown) => {
          throw toRpcFault(error);
        });
      const facts = { duration_ms: Math.round(prune.now() - start), bytes: textBytes(output.content) };
      const told = { server, tool: offered.tool.name, ...facts, is_error: output.isError === true };
      run.log('info', 'gateway.task_result', told);
      return { output, facts: { bytes: facts.bytes } };
    },
    shorten: (answer, run) => shortenAnswer(options, { ...run, offered, question, answer, structured }),
    toFault: (error) => toAnswerFault(offered, error),
  };
  const result = await callTool({ log, newRequestId, now: prune.now }, tool, undefined, context);
  return withTask(result, taskId);
}

/** The one answer that tells its task in `_meta` alone: it must (MCP 2025-11-25, "Related Task Metadata"). */
function withTask(result: GatewayResult, taskId: string): GatewayResult {
  return { ...result, _meta: { ...result._meta, [RELATED_TASK]: { taskId } } };
}

/** For a task whose call is not known: another client made it, or it was too long ago. */
export function unknownCall(server: string, { shape }: ServerConfig): Pick<TaskCall, 'offered' | 'question'> {
  const name = 'task';
  const offered: OfferedTool = { name, server, tool: { name, inputSchema: {} }, shape, focused: undefined };
  return { offered, question: undefined };
}
