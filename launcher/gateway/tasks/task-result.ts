import type { EventLog } from '../../events/event-log.ts';
import type { CallContext } from '../../server/call-context.ts';
import { startRequestLife } from '../../server/request-life.ts';
import { answerCall } from '../calls/answer-call.ts';
import type { GatewayCallOptions } from '../calls/gateway-call-options.ts';
import { type GatewayResult, toGatewayResult } from '../calls/gateway-result.ts';
import { textSlots } from '../calls/text-slots.ts';
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
  const requestId = options.newRequestId();
  const log: EventLog = (level, event, data) => options.log(level, event, data, requestId);
  const life = startRequestLife(log);
  life.enter('req:validating');
  life.enter('req:executing_tool');
  const start = options.prune.now();
  let answer: GatewayResult;
  try {
    answer = withTask(toGatewayResult(server, offered.tool.name, await receive()), taskId);
  } catch (error) {
    life.enter('req:tool_error');
    throw toRpcFault(error);
  }
  log('info', 'gateway.task_result', {
    ...{ server, tool: offered.tool.name },
    duration_ms: Math.round(options.prune.now() - start),
    bytes: textSlots(answer.content).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    is_error: answer.isError === true,
  });
  return withTask(await answerCall(options, { offered, question, answer, context, structured, life, log }), taskId);
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
